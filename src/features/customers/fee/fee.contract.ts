import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  balance,
  choice,
  count,
  day,
  flag,
  id,
  list,
  moment,
  moneyChange,
  optional,
  orderId,
  payable,
  rate,
  seenVersion,
  status,
  text,
} from '#contract/fields.ts'
import { partial } from '#contract/fields.ts'
import { category } from '#features/results/product/product.contract.ts'
import { customerGroupPage } from '../pages.contract.ts'

/** When a rule is in force. */
export const feeTime = { now: 1, coming: 2, past: 3 } as const

const terms = {
  payment_vendor_id: optional(id('Nguồn TT')),
  category: optional(category()),
  from_value: z.prefault(payable('Từ giá trị'), 0),
  to_value: optional(payable('Đến giá trị')),
  fee_rate: z.prefault(rate('Phí theo tỷ lệ'), 0),
  fee_fixed: z.prefault(payable('Phí cố định'), 0),
  fee_least: z.prefault(payable('Phí tối thiểu'), 0),
  fee_most: optional(payable('Phí tối đa')),
}
const row_fields = {
  payment_vendor_id: z.nullable(id('Nguồn TT')),
  category: z.nullable(category()),
  from_value: payable('Từ giá trị'),
  to_value: z.nullable(payable('Đến giá trị')),
  fee_rate: rate('Phí theo tỷ lệ'),
  fee_fixed: payable('Phí cố định'),
  fee_least: payable('Phí tối thiểu'),
  fee_most: z.nullable(payable('Phí tối đa')),
}

export const Fee = z.object({
  fee_id: id('STT'),
  group_vip_id: id('Nhóm khách hàng'),
  ...row_fields,
  vendor_name: z.nullable(text('Nguồn TT', 100)),
  holds_from: moment('Hiệu lực từ'),
  holds_to: z.nullable(moment('Hiệu lực đến')),
  time: status('Hiệu lực', [
    [feeTime.now, 'Đang có hiệu lực', 'green'],
    [feeTime.coming, 'Sắp có hiệu lực', 'blue'],
    [feeTime.past, 'Đã qua', 'neutral'],
  ]),
  /** The rule that this one replaces. */
  follows: z.nullable(id('Thay quy tắc')),
  created_by_name: z.nullable(text('Người tạo', 100)),
  created_at: moment('Ngày tạo'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})
export type FeeRow = z.output<typeof Fee>

/** Left out: at once, for the next order. */
const fromDay = () => optional(day('Áp dụng từ ngày'))
const key = { fee_id: id('Quy tắc') }
const group = { group_vip_id: id('Nhóm khách hàng') }
const errors = [
  'from_exceeds_to',
  'minimum_exceeds_maximum',
  'threshold_duplicate',
  'payment_vendor_not_found',
  'no_right',
] as const

const Estimate = z.object({
  from_date: day('Từ ngày'),
  to_date: day('Đến ngày'),
  order_count: count('Số đơn'),
  paid: balance('Phí đã thu'),
  would_pay: balance('Phí nếu đổi'),
  difference: moneyChange('Chênh lệch'),
  cheaper: count('Rẻ hơn'),
  same: count('Như cũ'),
  dearer: count('Đắt hơn'),
  /** The customers whose fee would rise most. */
  dearest: list(
    'Đắt hơn nhiều nhất',
    z.object({
      order_id: orderId(),
      amount: payable('Tiền vé'),
      paid: payable('Phí đã thu'),
      would_pay: payable('Phí nếu đổi'),
    }),
    10,
  ),
})

export const groupVipFee = calls('cms/group_vip_fee', {
  list: read('GET get_list', {
    title: 'Phí của nhóm khách hàng',
    may: customerGroupPage.view,
    input: z.object({
      ...search({
        time: optional(
          choice('Hiệu lực', [
            [feeTime.now, 'Đang có hiệu lực'],
            [feeTime.coming, 'Sắp có hiệu lực'],
            [feeTime.past, 'Đã qua'],
          ]),
        ),
        payment_vendor_id: optional(id('Nguồn TT')),
        category: optional(category()),
      }).shape,
      ...group,
    }),
    output: pageOf(Fee),
  }),
  detail: read('GET get_detail', {
    title: 'Chi tiết quy tắc phí',
    may: customerGroupPage.view,
    input: z.object(key),
    output: Fee,
    errors: ['not_found'],
  }),
  add: write('POST add_fee', {
    title: 'Thêm quy tắc phí',
    may: customerGroupPage.add,
    input: z.object({ ...group, ...terms, effective_from: fromDay() }),
    output: Fee,
    errors: [...errors, 'group_not_found'],
  }),
  /** A rule in force keeps its number, and its old values stay as a rule of the past; a change from a day on creates another rule. */
  update: write('POST update_fee', {
    title: 'Sửa quy tắc phí',
    may: customerGroupPage.update,
    input: z.object({ ...key, version: seenVersion(), ...partial(row_fields), effective_from: fromDay() }),
    output: Fee,
    errors: [...errors, 'not_found', 'changed_by_other', 'action_invalid'],
  }),
  /** Ends a rule in force, or deletes one that is still to come. */
  delete: write('GET delete_fee', {
    title: 'Bỏ quy tắc phí',
    may: customerGroupPage.remove,
    input: z.object({ ...key, effective_from: fromDay() }),
    errors: ['not_found', 'action_invalid', 'threshold_duplicate', 'no_right'],
  }),
  /** Calculated by the same code as real orders of the channel. */
  try: read('GET try', {
    title: 'Thử phí',
    may: customerGroupPage.view,
    input: z.object({
      ...group,
      amount: payable('Giá trị đơn'),
      payment_vendor_id: id('Nguồn TT'),
      category: category(),
      on: optional(day('Ngày')),
    }),
    output: z.object({ fee: payable('Phí'), rule: z.nullable(Fee) }),
    errors: ['group_not_found'],
  }),
  /** With the rules of a day, or with today's rules and one of them changed, added or removed. */
  lastWeek: read('GET last_week', {
    title: 'Đơn tuần trước nếu đổi phí',
    may: customerGroupPage.view,
    input: z.object({
      ...group,
      on: optional(day('Theo phí của ngày')),
      without: optional(id('Bỏ quy tắc')),
      is_changed: optional(flag('Thêm quy tắc')),
      ...terms,
    }),
    output: Estimate,
    errors: ['group_not_found', 'search_time_exceeded'],
  }),
})
