import { expect, test } from 'vitest'
import { product } from '#features/results/product/product.contract.ts'
import { drawBefore, drawSearch, jackpotEstimate, lotoTable, sheetRows } from './sheet.rules.ts'

/** TP.HCM 15/08/2026 */
const southern = {
  special: ['040589'],
  first: ['55672'],
  second: ['75464'],
  third: ['55129', '28930'],
  fourth: ['44351', '18954', '65673', '56983', '75239', '67899', '82116'],
  fifth: ['7001'],
  sixth: ['8531', '0599', '7531'],
  seventh: ['729'],
  eighth: ['31'],
}

test('southern sheets begin with the eighth prize and northern ones with the first; both end with the special one', () => {
  expect(sheetRows(product.south).map(({ label }) => label)).toEqual([
    'Tám',
    'Bảy',
    'Sáu',
    'Năm',
    'Tư',
    'Ba',
    'Nhì',
    'Nhất',
    'ĐB',
  ])
  expect(sheetRows(product.north, 8).map(({ label, count }) => [label, count])).toEqual([
    ['Nhất', 1],
    ['Nhì', 2],
    ['Ba', 6],
    ['Tư', 4],
    ['Năm', 6],
    ['Sáu', 3],
    ['Bảy', 4],
    ['Ký hiệu', 8],
    ['ĐB', 1],
  ])
})

test('the lô tô table has the last two digits of all eighteen numbers, by either digit', () => {
  const [by_first, by_last] = [lotoTable(southern, 'first'), lotoTable(southern, 'last')]
  const text = (row: (typeof by_first)[number]) =>
    row.map(({ digit, is_special }) => digit + (is_special ? '*' : '')).join(' ')
  expect(text(by_first[3]!)).toBe('0 1 1 1 9')
  expect(text(by_first[8]!)).toBe('3 9*')
  expect(text(by_last[9]!)).toBe('2 2 3 8* 9 9')
  expect(by_first.flat()).toHaveLength(18)
  expect(by_last.flat()).toHaveLength(18)
  expect(lotoTable({ special: ['09824'], series: ['15AN', '6AN'] }, 'first').flat()).toHaveLength(1)
})

test('a search finds a draw by its code, its day or numbers drawn together', () => {
  const balls = { isOfBalls: true }
  expect(drawSearch('#01592', balls)).toEqual({ by: 'code', code: '01592' })
  expect(drawSearch(' 1592 ', balls)).toEqual({ by: 'code', code: '1592' })
  expect(drawSearch('02/09', balls)).toEqual({ by: 'day', day: '2/9/' })
  expect(drawSearch('22/11/2026', balls)).toEqual({ by: 'day', day: '22/11/2026' })
  expect(drawSearch('5, 11 - 18', balls)).toEqual({ by: 'numbers', numbers: ['05', '11', '18'] })
  expect(drawSearch('5', { isOfBalls: false })).toEqual({ by: 'numbers', numbers: ['5'] })
  expect(drawSearch('kỳ này', balls)).toBeNull()
  expect(drawSearch('-', balls)).toBeNull()
})

test('the next jackpot grows by the mean of draws without a winner, and restarts at its minimum after a win', () => {
  const draw = (serial: number, millions: number, winners = 0) => ({
    period_code: `MEGA-0${serial}`,
    published: { jackpot: { amount: millions * 1_000_000, winners } },
  })
  const draws = [draw(1592, 38_417), draw(1591, 35_208), draw(1590, 31_976), draw(1589, 50_000, 1), draw(1588, 48_000)]
  const estimate = (index: number) => jackpotEstimate(product.mega645, 'jackpot', { draw: draws[index]!, draws })
  expect(estimate(0)).toMatchObject({ amount: 41_600_000_000, isMinimum: false, unwon: 3 })
  expect(estimate(0)!.percent).toBeCloseTo(8.285, 2)
  expect(estimate(3)).toEqual({ amount: 12_000_000_000, isMinimum: true, percent: null, unwon: 0 })
  // There is no previous draw, or it is not in the list.
  expect(estimate(4)).toBeNull()
  const matches = [draws[0]!, draws[2]!]
  expect(drawBefore(matches, draws[0]!)).toBeUndefined()
  expect(jackpotEstimate(product.mega645, 'jackpot', { draw: matches[0]!, draws: matches })).toBeNull()
})
