import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawnOf, max_drawn } from './drawn.rules.ts'
import { sharesOf } from './shares.rules.ts'

const partsOf = (amounts: readonly number[]) => {
  const shares = sharesOf(amounts)
  return amounts.map((amount, index) => ({ amount, share: shares[index]! }))
}
const sumOf = (parts: readonly { amount: number; share: number }[], field: 'amount' | 'share') =>
  parts.reduce((sum, part) => sum + part[field], 0)

test('bars and rest add up to the total, and no part of the rest is larger than one with a bar', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10 ** 11 }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: max_drawn + 1, max: 60 }),
      (amounts, page_size) => {
        const parts = partsOf(amounts)
        const largest = parts.toSorted((a, b) => b.amount - a.amount).slice(0, page_size)
        const totals = { amount: sumOf(parts, 'amount'), count: parts.length }
        const { drawn, rest } = drawnOf(largest, totals)
        const all = rest ? [...drawn, rest] : drawn
        expect([sumOf(all, 'amount'), sumOf(all, 'share')]).toEqual([totals.amount, 1000])
        expect(drawn.length + (rest?.count ?? 0)).toBe(parts.length)
        expect(drawn.length).toBeLessThanOrEqual(max_drawn + 1)
        const smallest = Math.min(...drawn.map(({ amount }) => amount))
        const left_over = parts.filter((part) => !drawn.includes(part))
        expect(Math.max(0, ...left_over.map(({ amount }) => amount))).toBeLessThanOrEqual(smallest)
      },
    ),
  )
})

test('parts with fixed positions keep them, however the table is sorted', () => {
  const rows = partsOf([50, 10, 30, 20]).map((part, index) => ({ ...part, band: [3, 1, 4, 2][index]! }))
  const { drawn, rest } = drawnOf(rows, { amount: 110, count: 4 }, ({ band }) => band)
  expect(drawn.map(({ band, amount }) => [band, amount])).toEqual([
    [1, 10],
    [2, 20],
    [3, 50],
    [4, 30],
  ])
  expect(rest).toBeNull()
})
