/** Payment orders to gateways: each pays one withdrawal or one reward, under keys of its own that are stored before anything is sent. */
import * as z from 'zod/mini'
import { count, moment, status, text } from '#contract/fields.ts'

export const payoutStatus = { unsent: 1, sent: 2, paid: 3, failed: 4 } as const
export type PayoutStatus = (typeof payoutStatus)[keyof typeof payoutStatus]

/** How an order to a gateway ended; `sent` means that nobody knows whether it was paid. */
export const payoutState = () =>
  status('Kết quả', [
    [payoutStatus.unsent, 'Chưa gửi', 'neutral'],
    [payoutStatus.sent, 'Chưa rõ', 'amber'],
    [payoutStatus.paid, 'Đã chi', 'green'],
    [payoutStatus.failed, 'Thất bại', 'red'],
  ])

/** One order to a gateway. */
export const Payout = z.object({
  order_id: text('Mã lệnh chi', 50),
  status: payoutState(),
  tries: count('Số lần truy vấn'),
  sent_at: z.nullable(moment('Gửi lúc')),
  answered_at: z.nullable(moment('Trả lời lúc')),
  result_code: z.nullable(text('Mã kết quả', 50)),
  result_message: z.nullable(text('Kết quả đối tác', 500)),
  trans_id: z.nullable(text('Mã GD đối tác', 100)),
})

/** The job that sends an order or queries it. */
export const payJob = { withdrawal: 'withdrawal.pay', reward: 'reward.pay' } as const

/** The jobs that process a gateway's notification, for orders of withdrawals and of rewards. */
export const notificationJob = { withdrawal: 'withdrawal.notified', reward: 'reward.notified' } as const
