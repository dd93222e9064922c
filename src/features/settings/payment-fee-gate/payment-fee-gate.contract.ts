/** Gateway fees: what each payment source charges us per payment, from a day on. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { count, day, flag, id, list, money, optional, payable, rate, text } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { paymentFeeGateTab } from '#features/settings/pages.contract.ts'
import { history } from '#features/settings/setting-change/setting-change.contract.ts'

export const FeeGateRecord = record('payment_fee_gate', 'payment_fee_gate_id', {
  payment_vendor_id: id('Nguồn thanh toán'),
  from_day: day('Áp dụng từ'),
  /** In basis points of the customer's payment. */
  fee_rate: z.prefault(rate('Tỷ lệ'), 0),
  fee_fixed: z.prefault(payable('Cố định mỗi giao dịch'), 0),
  fee_least: z.prefault(payable('Phí tối thiểu'), 0),
  fee_most: optional(payable('Phí tối đa')),
})

const FeeGate = z.object({
  ...FeeGateRecord.Row.shape,
  vendor_name: text('Nguồn TT', 50),
  /** Whether it is the source's fee of today. */
  is_current: flag('Đang dùng'),
})
export type FeeGateRow = z.output<typeof FeeGate>

/** Payments through a source in the last seven days, and its fees for them. */
const Cost = z.object({
  payment_vendor_id: id('Nguồn thanh toán'),
  vendor_name: text('Nguồn TT', 50),
  orders: count('Số đơn'),
  total: money('Khách trả'),
  fee: money('Phí cổng'),
})
export type FeeGateCost = z.output<typeof Cost>

const errors = [
  'no_right',
  'over_cut_off',
  'payment_fee_gate_exists',
  'payment_vendor_not_found',
  'minimum_exceeds_maximum',
] as const

export const paymentFeeGate = calls('cms/config/payment_fee_gate', {
  list: read('GET list', {
    title: 'Phí cổng thanh toán',
    may: paymentFeeGateTab.view,
    output: z.object({
      items: list('Mức phí', FeeGate, 1_000),
      costs: list('7 ngày qua', Cost, 50),
      history: history(),
    }),
  }),
  add: write('POST add', {
    title: 'Thêm phí cổng thanh toán',
    may: paymentFeeGateTab.add,
    input: FeeGateRecord.Draft,
    output: FeeGate,
    errors,
  }),
  /** Possible only before the fee's first day. */
  update: write('POST update', {
    title: 'Sửa phí cổng thanh toán',
    may: paymentFeeGateTab.update,
    input: FeeGateRecord.Change,
    output: FeeGate,
    errors: [...errors, ...FeeGateRecord.conflicts],
  }),
})
