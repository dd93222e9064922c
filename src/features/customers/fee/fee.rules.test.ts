import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeOf, shareOf, type FeeRule } from './fee.rules.ts'

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
const order = { payment_vendor_id: 2, category: 16, amount: 150_000 }

test('an order without a matching rule has no fee', () => {
  expect(feeOf([], order)).toBe(0)
  expect(feeOf([rule({ category: 11, fee_fixed: 500 })], order)).toBe(0)
  expect(feeOf([rule({ payment_vendor_id: 1, fee_fixed: 500 })], order)).toBe(0)
  expect(feeOf([rule({ from_value: 150_001, fee_fixed: 500 })], order)).toBe(0)
  expect(feeOf([rule({ to_value: 149_999, fee_fixed: 500 })], order)).toBe(0)
})

test('the more specific rule decides whatever their order, and its range includes both ends', () => {
  const rules = [rule({ category: 16, from_value: 150_000, to_value: 150_000, fee_fixed: 1 }), rule({ fee_fixed: 2 })]
  expect(feeOf(rules, order)).toBe(1)
  expect(feeOf(rules, { ...order, amount: 150_001 })).toBe(2)
  expect(feeOf(rules.toReversed(), order)).toBe(1)
  const by_source = rule({ payment_vendor_id: 2, fee_fixed: 3 })
  expect(feeOf([...rules, by_source], order)).toBe(3)
  expect(feeOf([rule({ payment_vendor_id: 2, category: 16, fee_fixed: 4 }), by_source, ...rules], order)).toBe(4)
})

test('the fixed part and the percentage are added, then limited to the minimum and the maximum', () => {
  const payable = (overrides: Partial<FeeRule>) =>
    feeOf([rule({ fee_fixed: 1_000, fee_rate: 150, ...overrides })], order)
  expect(payable({})).toBe(1_000 + 2_250)
  expect(payable({ fee_least: 5_000 })).toBe(5_000)
  expect(payable({ fee_most: 3_000 })).toBe(3_000)
})

test('a percentage is rounded down to whole đồng, exactly, for amounts of any size', () => {
  fc.assert(
    fc.property(fc.nat({ max: 10 ** 12 }), fc.nat({ max: 10_000 }), (amount, rate) => {
      expect(BigInt(shareOf(amount, rate))).toBe((BigInt(amount) * BigInt(rate)) / 10_000n)
    }),
  )
})
