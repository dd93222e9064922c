/** A balance that staff change by hand, of a wallet or of a fund; from a set amount on a second person decides on it. */
import * as z from 'zod/mini'
import { choice, day, id, moment, money, note, optional, payable, status, text } from '#contract/fields.ts'
import { life } from '#contract/life.ts'

export const adjustmentStatus = { waiting: 1, done: 3, rejected: 7 } as const
export type AdjustmentStatus = (typeof adjustmentStatus)[keyof typeof adjustmentStatus]

export const adjustmentLife = life<AdjustmentStatus>()({
  approve: { from: [adjustmentStatus.waiting], to: adjustmentStatus.done },
  reject: { from: [adjustmentStatus.waiting], to: adjustmentStatus.rejected },
})

/** By what sign the balance changes. */
export const adjustmentDirection = { increase: 1, decrease: -1 } as const
export type AdjustmentDirection = (typeof adjustmentDirection)[keyof typeof adjustmentDirection]

const direction = () =>
  choice('Loại', [
    [adjustmentDirection.increase, 'Cộng tiền'],
    [adjustmentDirection.decrease, 'Trừ tiền'],
  ])
const state = () =>
  status('Trạng thái', [
    [adjustmentStatus.waiting, 'Chờ duyệt', 'amber'],
    [adjustmentStatus.done, 'Đã thực hiện', 'green'],
    [adjustmentStatus.rejected, 'Đã từ chối', 'neutral'],
  ])

/** What an adjustment is, whatever is adjusted; its owner's calls add whose it is. */
export const adjustmentFields = {
  adjustment_id: id('STT'),
  adjustment_code: text('Mã điều chỉnh', 20),
  direction: direction(),
  amount: money('Số tiền'),
  reason: note('Lý do', 500),
  status: state(),
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
  status: optional(state()),
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
}

/** What staff say when they change a balance. */
export const adjustmentDraft = {
  amount: payable('Số tiền').check(z.positive('Số tiền phải lớn hơn 0')),
  reason: note('Lý do', 500),
}
export const adjustErrors = ['not_found', 'action_invalid', 'amount_wrong', 'debt_not_enough'] as const

const one = { adjustment_id: id('Điều chỉnh'), version: id('Phiên bản') }
export const Approval = z.object(one)
export const Rejection = z.object({ ...one, reason: note('Lý do từ chối', 500) })
export const decisionErrors = [
  'request_not_found',
  'request_finished',
  'changed_by_other',
  'no_right',
  'action_invalid',
  'debt_not_enough',
] as const
