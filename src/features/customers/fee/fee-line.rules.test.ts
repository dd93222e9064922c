import fc from 'fast-check'
import { expect, test } from 'vitest'
import { faultsOf, lineOf, overlapOf } from './fee-line.rules.ts'
import { ruleFor, type FeeRule } from './fee.rules.ts'

const rule = (overrides: Partial<FeeRule> = {}): FeeRule => ({
  payment_vendor_id: null,
  category: null,
  from_value: 0,
  to_value: null,
  fee_rate: 0,
  fee_fixed: 0,
  fee_least: 0,
  fee_most: null,
  ...overrides,
})
const momo = { payment_vendor_id: 2, category: 16 }

test('the line of amounts shows gaps, overlaps and what a more specific rule covers', () => {
  const low = rule({ payment_vendor_id: 2, to_value: 200_000 })
  const high = rule({ payment_vendor_id: 2, from_value: 500_001 })
  expect(lineOf([high, low], momo)).toEqual([
    { from: 0, to: 200_000, rules: [low] },
    { from: 200_001, to: 500_000, rules: [] },
    { from: 500_001, to: null, rules: [high] },
  ])
  expect(faultsOf(lineOf([high, low], momo))).toEqual({ overlaps: 0, gaps: 1 })
  const wide = rule({ payment_vendor_id: 2, from_value: 100_000, to_value: 600_000 })
  expect(lineOf([low, high, wide], momo).map(({ from, rules }) => [from, rules.length])).toEqual([
    [0, 1],
    [100_000, 2],
    [200_001, 1],
    [500_001, 2],
    [600_001, 1],
  ])
  expect(faultsOf(lineOf([low, high, wide], momo))).toEqual({ overlaps: 2, gaps: 0 })
  const everywhere = rule()
  expect(lineOf([low, high, everywhere], momo).map(({ rules }) => rules)).toEqual([[low], [everywhere], [high]])
  expect(lineOf([], momo)).toEqual([{ from: 0, to: null, rules: [] }])
  expect(faultsOf(lineOf([], momo))).toEqual({ overlaps: 0, gaps: 0 })
})

test('the line of amounts goes from 0 to infinity without holes, and each range has the rule that decides on it', () => {
  const some = fc.record({
    payment_vendor_id: fc.constantFrom(null, 2, 3),
    category: fc.constantFrom(null, 16, 11),
    from_value: fc.nat({ max: 30 }),
    length: fc.option(fc.nat({ max: 30 })),
  })
  fc.assert(
    fc.property(fc.array(some, { maxLength: 8 }), (drawn) => {
      const rules = drawn.map(({ length, from_value, ...fields }) =>
        rule({ ...fields, from_value, to_value: length === null ? null : from_value + length }),
      )
      const pieces = lineOf(rules, momo)
      expect(pieces[0]!.from).toBe(0)
      expect(pieces.at(-1)!.to).toBeNull()
      expect(pieces.slice(1).map(({ from }) => from)).toEqual(pieces.slice(0, -1).map(({ to }) => to! + 1))
      for (let amount = 0; amount < 70; amount++) {
        const piece = pieces.find(({ from, to }) => from <= amount && (to === null || amount <= to))!
        const decides = ruleFor(rules, { ...momo, amount })
        // Where two rules overlap, the range has both.
        const deciding = piece.rules.length > 1 ? piece.rules.filter((feeRule) => feeRule === decides) : piece.rules
        expect(deciding).toEqual(decides ? [decides] : [])
      }
    }),
  )
})

test('an overlap with another rule is reported with the bound that would avoid it', () => {
  const other = rule({ payment_vendor_id: 2, from_value: 100, to_value: 200 })
  const mine = (from_value: number, to_value: number | null) => rule({ payment_vendor_id: 2, from_value, to_value })
  expect(overlapOf([other], mine(201, null))).toBeNull()
  expect(overlapOf([other], { ...mine(150, null), category: 16 })).toBeNull()
  expect(overlapOf([other], mine(150, null))?.fix).toEqual({ from_value: 201 })
  expect(overlapOf([other], mine(0, 100))?.fix).toEqual({ to_value: 99 })
  expect(overlapOf([other], mine(150, 180))?.fix).toBeNull()
  expect(overlapOf([rule({ payment_vendor_id: 2 })], mine(150, null))?.fix).toBeNull()
})
