import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesOf } from './shares.rules.ts'

test('shares add up to 1000, and each differs from its exact value by less than 1', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10 ** 12 }), { minLength: 1, maxLength: 40 }), (parts) => {
      const total = parts.reduce((sum, part) => sum + part, 0)
      const shares = sharesOf(parts)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(1000)
      for (const [index, part] of parts.entries())
        expect(Math.abs(shares[index]! - (part / total) * 1000)).toBeLessThan(1)
    }),
  )
})

test('the remainder of rounding goes to the parts that were rounded down most', () => {
  expect(sharesOf([1, 1, 1])).toEqual([334, 333, 333])
  expect(sharesOf([10_004, 10_006, 79_990])).toEqual([100, 100, 800])
  expect(sharesOf([0, 5, 0])).toEqual([0, 1000, 0])
  expect(sharesOf([0, 0])).toEqual([0, 0])
})
