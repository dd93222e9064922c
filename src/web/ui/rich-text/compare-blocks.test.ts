import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareBlocks, countChanges, type Block, type Range } from './compare-blocks.ts'

const block = (text: string, look = text): Block => ({ text, look })
const compared = (before: string[], after: string[]) =>
  compareBlocks(
    before.map((text) => block(text)),
    after.map((text) => block(text)),
  )
const cut = (text: string | undefined, ranges: readonly Range[]) => ranges.map(([from, to]) => text!.slice(from, to))

test('removed and added words are marked in their paragraph', () => {
  const [same, tax, extra] = compared(
    ['4. Lĩnh thưởng', '4.2. Phần tiền thưởng vượt 10.000.000 đồng chịu thuế thu nhập cá nhân 10 %.'],
    [
      '4. Lĩnh thưởng',
      '4.2. Phần tiền thưởng vượt 20.000.000 đồng của mỗi lần trúng chịu thuế thu nhập cá nhân 10 %.',
      'Giải lớn nhận tại quầy.',
    ],
  )
  expect([same!.kind, tax!.kind, extra!.kind]).toEqual(['same', 'changed', 'added'])
  expect(cut(tax!.before?.text, tax!.removed)).toEqual(['10.000.000'])
  expect(cut(tax!.after?.text, tax!.added)).toEqual(['20.000.000', 'của mỗi lần trúng'])
  expect(countChanges([same!, tax!, extra!])).toEqual({ added: 3, removed: 1 })
})

test('two paragraphs with little in common are compared as one removed and one added', () => {
  const pairs = compared(['a', 'Phí giữ hộ ba phần trăm', 'c'], ['a', 'Miễn mọi khoản cho khách quen', 'c'])
  expect(pairs.map(({ kind }) => kind)).toEqual(['same', 'removed', 'added', 'same'])
})

test('the same words in another format are compared as a change of format', () => {
  expect(compareBlocks([block('Vé', '<p>Vé</p>')], [block('Vé', '<p><strong>Vé</strong></p>')])).toMatchObject([
    { kind: 'look', removed: [], added: [] },
  ])
})

test('for any two texts every block appears once and in order, and unmarked words are the same in both', () => {
  const words = fc.array(fc.constantFrom('vé', 'số', 'trúng', '10.000', 'thưởng', ',', '.'), { maxLength: 8 })
  const text = fc.array(
    words.map((all) => all.join(' ')),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pairs = compared(before, after)
      expect(pairs.flatMap((pair) => pair.before?.text ?? [])).toEqual(before)
      expect(pairs.flatMap((pair) => pair.after?.text ?? [])).toEqual(after)
      const both = pairs.filter((pair) => pair.before && pair.after)
      expect(both.map((pair) => without(pair.before!.text, pair.removed))).toEqual(
        both.map((pair) => without(pair.after!.text, pair.added)),
      )
    }),
  )
})

/** The words outside the ranges, whatever the spaces between them. */
function without(text: string, ranges: readonly Range[]): string {
  const unmarked = [...text].filter((_, index) => !ranges.some(([from, to]) => index >= from && index < to)).join('')
  return unmarked.replaceAll(/\s+/g, '')
}

test('two texts of 1.500 paragraphs without anything in common are compared within five seconds', () => {
  const since = performance.now()
  const long = (word: string) => Array.from({ length: 1_500 }, (_, index) => `${word} ${index} `.repeat(12))
  compared(long('cũ'), long('mới'))
  expect(performance.now() - since).toBeLessThan(5_000)
})
