/** A manual change of a wallet's or a fund's balance. From a set amount on, a second person decides on it. */
import * as z from 'zod/mini'
import { choice, day, flag, id, moment, money, note, optional, payable, text } from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'

export const adjustmentLife = lifecycle({
  states: {
    waiting: [1, 'Chờ duyệt', 'amber'],
    done: [3, 'Đã thực hiện', 'green', 'Điều chỉnh đã được thực hiện.'],
    rejected: [7, 'Đã từ chối', 'neutral', 'Điều chỉnh đã bị từ chối.'],
  },
  moves: {
    /** The person who made it must not approve it, but may withdraw it. */
    approve: {
      from: ['waiting'],
      to: 'done',
      notBy: { created_by: 'Người tạo điều chỉnh không được tự duyệt: cần người khác duyệt.' },
    },
    reject: { from: ['waiting'], to: 'rejected' },
  },
})
export const adjustmentStatus = adjustmentLife.status
export type AdjustmentStatus = StatusOf<typeof adjustmentLife>

/** The sign of the change. */
export const adjustmentDirection = { increase: 1, decrease: -1 } as const
export type AdjustmentDirection = (typeof adjustmentDirection)[keyof typeof adjustmentDirection]

const direction = () =>
  choice('Loại', [
    [adjustmentDirection.increase, 'Cộng tiền'],
    [adjustmentDirection.decrease, 'Trừ tiền'],
  ])
/** The fields of every adjustment; the calls for wallets and for funds add the owner. */
export const adjustmentFields = {
  adjustment_id: id('STT'),
  adjustment_code: text('Mã điều chỉnh', 20),
  direction: direction(),
  amount: money('Số tiền'),
  reason: note('Lý do', 500),
  status: adjustmentLife.field(),
  /** It waits although its amount is below the limit, because the day's adjustments without a second person would exceed it. */
  adds_up: flag('Cộng dồn quá mức'),
  decision_reason: z.nullable(note('Lý do từ chối', 500)),
  created_by: id('Người tạo'),
  created_by_name: z.nullable(text('Người tạo', 100)),
  created_at: moment('Ngày tạo'),
  decided_by_name: z.nullable(text('Người duyệt', 100)),
  decided_at: z.nullable(moment('Ngày duyệt')),
  version: id('Phiên bản'),
}

export const adjustmentFilters = {
  direction: optional(direction()),
  status: optional(adjustmentLife.field()),
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
}

/** What staff enter to adjust a balance. */
export const adjustmentDraft = {
  amount: payable('Số tiền').check(z.positive('Số tiền phải lớn hơn 0')),
  reason: note('Lý do', 500),
}
export const adjustment_errors = ['not_found', 'action_invalid', 'amount_wrong', 'debt_not_enough'] as const

const key = { adjustment_id: id('Điều chỉnh'), version: id('Phiên bản') }
export const Approval = z.object(key)
export const Rejection = z.object({ ...key, reason: note('Lý do từ chối', 500) })
export const decision_errors = [
  'request_not_found',
  'request_finished',
  'changed_by_other',
  'no_right',
  'action_invalid',
  'debt_not_enough',
] as const
