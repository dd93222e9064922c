import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cardsFor, max_for_one, type CardsOfValue } from './card.rules.ts'

const stockOf = (...values: [face_value: number, count: number][]): CardsOfValue[] =>
  values.map(([face_value, count]) => ({ face_value, count }))

test('cardsFor finds the fewest cards that make up the amount', () => {
  const stock = stockOf([100_000, 3], [200_000, 1], [500_000, 2], [20_000, 5])
  expect(cardsFor(500_000, stock)).toEqual(stockOf([500_000, 1]))
  expect(cardsFor(400_000, stock)).toEqual(stockOf([200_000, 1], [100_000, 2]))
  expect(cardsFor(60_000, stock)).toEqual(stockOf([20_000, 3]))
  expect(cardsFor(10_000, stock)).toBeNull()
  expect(cardsFor(120_000, stock)).toEqual(stockOf([100_000, 1], [20_000, 1]))
  // One card of 300.000 leaves 100.000, for which there is no card; two of 200.000 fit.
  expect(cardsFor(400_000, stockOf([300_000, 1], [200_000, 2]))).toEqual(stockOf([200_000, 2]))
  expect(cardsFor(1_100_000, stockOf([100_000, 50]))).toBeNull()
})

/** The result of trying all combinations. */
function fewest(amount: number, stock: readonly CardsOfValue[]): number | null {
  const [value, ...rest] = stock
  if (!value) return amount === 0 ? 0 : null
  let best: number | null = null
  for (let n = 0; n <= value.count && n * value.face_value <= amount; n++) {
    const rest_count = fewest(amount - n * value.face_value, rest)
    if (rest_count !== null && (best === null || n + rest_count < best)) best = n + rest_count
  }
  return best !== null && best <= max_for_one ? best : null
}

test('cardsFor finds as few cards as trying all combinations, and no more of a value than the stock has', () => {
  const value = fc.record({ face_value: fc.integer({ min: 1, max: 9 }), count: fc.integer({ min: 0, max: 6 }) })
  const stocks = fc.uniqueArray(value, { maxLength: 4, selector: ({ face_value }) => face_value })
  fc.assert(
    fc.property(stocks, fc.integer({ min: 1, max: 40 }), (stock, amount) => {
      const chosen = cardsFor(amount, stock)
      expect(chosen?.reduce((sum, { count }) => sum + count, 0) ?? null).toBe(fewest(amount, stock))
      for (const { face_value, count } of chosen ?? [])
        expect(count).toBeLessThanOrEqual(stock.find((item) => item.face_value === face_value)!.count)
      const worth = chosen?.reduce((sum, { face_value, count }) => sum + face_value * count, 0)
      expect(worth ?? amount).toBe(amount)
    }),
  )
})
