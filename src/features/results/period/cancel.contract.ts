/** Cancelling a draw: one person requests it, a second one confirms it, and then all of its orders are refunded. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { balance, count, id, moment, note, optional } from '#contract/fields.ts'
import { periodPage } from '#features/results/pages.contract.ts'
import { cancelReason, Period } from './period.contract.ts'

const orders = (label: string) => count(label, Number.MAX_SAFE_INTEGER)

/** The refunds of a cancellation, done or expected; orders refunded earlier are not counted. */
export const CancelEffect = z.object({
  period_id: id('Kỳ'),
  /** Paid orders. */
  orders: orders('Đơn phải hoàn'),
  quantity: count('Số vé', Number.MAX_SAFE_INTEGER),
  /** Prices and fees. */
  total: balance('Tiền phải hoàn'),
  wallet_orders: orders('Đơn trả bằng ví'),
  wallet_total: balance('Hoàn vào ví ngay'),
  source_orders: orders('Đơn trả qua nguồn khác'),
  source_total: balance('Chờ nguồn khác hoàn'),
  /** Unpaid orders, which are cancelled without a refund. */
  unpaid_orders: orders('Đơn chưa thanh toán'),
  /** Paid orders that were refunded to the wallet, or whose refund waits at the payment source. */
  given_back: orders('Đơn đã xử lý'),
})
export type CancelEffectRow = z.output<typeof CancelEffect>

/** Identifies the request that the person saw; one that was withdrawn and made again is a different request. */
const Request = z.object({ period_id: id('Kỳ'), cancel_requested_at: moment('Yêu cầu hủy lúc') })

export const periodCancel = calls('cms/period', {
  effect: read('GET get_cancel_effect', {
    title: 'Ảnh hưởng của việc hủy kỳ',
    may: [periodPage.update, periodPage.approve],
    input: z.object({ period_id: id('Kỳ') }),
    output: CancelEffect,
    errors: ['no_right', 'period_not_found', 'search_time_exceeded'],
  }),
  ask: write('POST ask_cancel', {
    title: 'Yêu cầu hủy kỳ quay',
    may: periodPage.update,
    input: z.object({ period_id: id('Kỳ'), cancel_reason: cancelReason() }),
    output: Period,
    errors: ['no_right', 'period_not_found', 'request_pending', 'action_invalid', 'period_already_drawn'],
  }),
  confirm: write('POST cancel', {
    stepUp: true,
    title: 'Xác nhận hủy kỳ quay',
    may: periodPage.approve,
    input: Request,
    output: Period,
    errors: [
      'no_right',
      'period_not_found',
      'request_not_found',
      'action_invalid',
      'period_already_drawn',
      'changed_by_other',
    ],
  }),
  /** Rejects a request with a reason; the person who made it may also withdraw it, without one. */
  reject: write('POST reject_cancel', {
    title: 'Từ chối hủy kỳ quay',
    may: [periodPage.update, periodPage.approve],
    input: z.object({ ...Request.shape, reason: optional(note('Lý do', 500)) }),
    output: Period,
    errors: ['no_right', 'period_not_found', 'request_not_found', 'action_invalid', 'changed_by_other'],
  }),
})
