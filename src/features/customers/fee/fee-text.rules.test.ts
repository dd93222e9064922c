import { expect, test } from 'vitest'
import { feeText, limitsText, rangeText, stepsOf } from './fee-text.rules.ts'

const rule = {
  payment_vendor_id: null,
  category: null,
  from_value: 200_001,
  to_value: 2_000_000,
  fee_rate: 80,
  fee_fixed: 0,
  fee_least: 1_600,
  fee_most: 12_000,
}
const fixed = { ...rule, fee_rate: 0, fee_fixed: 1_500, fee_least: 0, fee_most: null, to_value: null }

test('a fee rule is described by its fee, its limits and its range of amounts', () => {
  expect([feeText(rule), limitsText(rule), rangeText(rule)]).toEqual([
    '0,8%',
    'tối thiểu 1.600 đ, tối đa 12.000 đ',
    '200.001 – 2.000.000',
  ])
  expect([feeText(fixed), limitsText(fixed), rangeText(fixed)]).toEqual(['1.500 đ', 'cố định', '200.001 – ∞'])
  expect([feeText({ ...fixed, fee_fixed: 0 }), limitsText({ ...fixed, fee_fixed: 0 })]).toEqual(['Miễn phí', 'mọi đơn'])
})

test('the calculation of a fee is described step by step', () => {
  expect(stepsOf(rule, 1_200_000)).toEqual(['1.200.000 đ × 0,8% = 9.600 đ'])
  expect(stepsOf(rule, 2_000_000)).toEqual(['2.000.000 đ × 0,8% = 16.000 đ', 'Hạ xuống mức tối đa 12.000 đ'])
  expect(stepsOf({ ...rule, fee_fixed: 100 }, 100)).toEqual([
    '100 đ × 0,8% = 0 đ',
    'cộng phí cố định 100 đ',
    'Nâng lên mức tối thiểu 1.600 đ',
  ])
  expect(stepsOf({ ...fixed, fee_fixed: 0 }, 1)).toEqual(['Quy tắc này không thu phí'])
})
