import { describe, expect, test } from 'vitest'
import { product } from '#features/results/product/product.contract.ts'
import { marksOf, readEntry, splitEntries } from './check.rules.ts'

describe('pasted text', () => {
  test.each([
    ['417268\n517268', ['417268', '517268']],
    ['417268, 517268;417368\t628154', ['417268', '517268', '417368', '628154']],
    // A space inside a number is ignored, and a space between complete numbers separates them.
    ['68 1530', ['681530']],
    ['417268 517268', ['417268', '517268']],
    // A part that is not a number stays, so that its error can be shown.
    ['5512\n417268', ['5512', '417268']],
    ['vé 417268', ['vé 417268']],
    ['  \n ', []],
  ])('with tickets of the South is split: %j', (text, entries) =>
    expect(splitEntries(product.south, text)).toEqual(entries),
  )

  test('with tickets of the North keeps their series', () => {
    expect(splitEntries(product.north, '09824 15an, 09824 3AN\n12345')).toEqual(['09824 15AN', '09824 3AN', '12345'])
  })

  test('for a game has one board in each line', () => {
    expect(splitEntries(product.mega645, '01 02 03 04 05 06\n\n01,02,03,04,05,06,07')).toEqual([
      '01 02 03 04 05 06',
      '01,02,03,04,05,06,07',
    ])
  })
})

describe('reading an entry', () => {
  const read = (category: Parameters<typeof readEntry>[0], numbers: string) => readEntry(category, { numbers })

  test.each([
    [product.south, '5512', 'Có 4 chữ số, cần 6'],
    [product.north, '417268', 'Có 6 chữ số, cần 5'],
    [product.south, 'abc', 'Không phải là số vé'],
    [product.mega645, '01 02 03', 'Cần đúng 6 số, đang có 3'],
  ])('for product %i reports an error in %s', (category, numbers, error) => {
    expect(read(category, numbers)).toEqual({ numbers, error })
  })

  test.each([
    [product.north, '09824 15an', { numbers: '09824', series: '15AN' }],
    [product.mega645, '06,05,04,03,02,01', { numbers: '01 02 03 04 05 06', play_label: 'Cơ bản', quantity: 1 }],
    [product.mega645, '07 06 05 04 03 02 01', { play_label: 'Bao 7', quantity: 7 }],
    [product.keno, 'lon', { numbers: 'Lớn', play_label: 'Lớn – Nhỏ' }],
    [product.keno, '01 02 03', { play_label: 'Bậc 3' }],
    [product.lotto535, '01 02 03 04 05 | 07', { play_label: 'Cơ bản' }],
  ])('for product %i accepts %s', (category, numbers, line) => expect(read(category, numbers)).toMatchObject(line))
})

test('marksOf marks the digits and balls that match the prize', () => {
  const draw = { special: ['417268'], sixth: ['0381'], eighth: ['30'] }
  const marks = (numbers: string, ...tiers: string[]) =>
    marksOf(
      product.south,
      draw,
      numbers,
      tiers.map((tier) => ({ tier, count: 1 })),
    )
  expect(marks('417268', 'special')).toBe('111111')
  expect(marks('517268', 'special_extra')).toBe('011111')
  expect(marks('417368', 'consolation')).toBe('111011')
  expect(marks('120381', 'sixth')).toBe('001111')
  expect(marks('628154')).toBe('')
  const mega = { main: ['03', '09', '17', '22', '27', '32'] }
  expect(marksOf(product.mega645, mega, '03 09 18', [{ tier: 'third', count: 1 }])).toBe('11011000')
})
