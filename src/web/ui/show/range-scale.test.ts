import { expect, test } from 'vitest'
import { rangeScale, shortAmount } from './range-scale.ts'

test('amounts from 0 to infinity keep their order on the scale, and tick labels do not overlap', () => {
  for (const ends of [[], [3_000_000_000]]) {
    const { at, ticks } = rangeScale(ends)
    expect([at(0), at(null)]).toEqual([0, 1])
    expect(at(1_000_000)).toBeGreaterThan(at(500_000))
    for (const end of ends) expect(at(end)).toBeLessThan(1)
    const apart = ticks.slice(1).map((tick, n) => tick.at - ticks[n]!.at)
    expect(Math.min(...apart)).toBeGreaterThan(0.05)
  }
  expect([0, 950, 50_000, 1_500_000, 2_000_000_000].map(shortAmount)).toEqual(['0', '950', '50k', '1,5tr', '2 tỷ'])
})
