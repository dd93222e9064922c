import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleOf, shortNumber, slotsOf, stride } from './chart-scale.ts'

test('an axis has at most five round ticks and covers the greatest value without wasting height', () => {
  expect(scaleOf(2_300_000_000).ticks).toEqual([0, 1e9, 2e9, 3e9])
  expect(scaleOf(870).ticks).toEqual([0, 250, 500, 750, 1_000])
  expect(scaleOf(0).ticks).toEqual([0, 1])
  expect(scaleOf(3).ticks).toEqual([0, 1, 2, 3])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 14 }), (greatest) => {
      const { top, ticks } = scaleOf(greatest)
      expect(top).toBeGreaterThanOrEqual(greatest)
      expect(ticks.length).toBeLessThanOrEqual(5)
      expect(ticks.every(Number.isInteger)).toBe(true)
      // Much of the height is used.
      expect(Math.max(greatest, 1) / top).toBeGreaterThan(0.4)
    }),
  )
})

test('numbers on an axis are abbreviated', () => {
  expect([2.5e9, 850e6, 20_000, 9_999, 750, 0].map(shortNumber)).toEqual([
    '2,5 tỷ',
    '850 tr',
    '20 nghìn',
    '9.999',
    '750',
    '0',
  ])
})

test('labels below the axis are thinned out when they would overlap', () => {
  expect(stride(60, ['01/11'])).toBe(1)
  expect(stride(20, ['01/11'])).toBe(3)
})

test('the column of an earlier period has the same position as the column it belongs to', () => {
  const series = (names: string) => names.split(' ').map((key) => ({ past: key.endsWith('_before') }))
  expect(slotsOf(100, series('a a_before b b_before'))).toEqual({ width: 26, left: [-26, -26, 0, 0] })
  expect(slotsOf(10, series('a b'))).toEqual({ width: 3.7, left: [-3.7, 0] })
})
