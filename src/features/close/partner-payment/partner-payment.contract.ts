/** Money between a partner and the business: payments and deposits in both directions. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { choice, day, id, moment, money, note, optional, payable, text } from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { partnerStatementPage } from '../pages.contract.ts'

export const paymentLife = lifecycle({
  states: {
    waiting: [1, 'Chờ duyệt', 'amber'],
    done: [3, 'Đã ghi sổ', 'green', 'Khoản này đã ghi sổ.', 'request_finished'],
    rejected: [7, 'Đã từ chối', 'neutral', 'Khoản này đã bị từ chối.', 'request_finished'],
  },
  moves: {
    approve: {
      from: ['waiting'],
      to: 'done',
      notBy: { created_by: 'Người ghi nhận không được tự duyệt: cần người khác duyệt.' },
    },
    /** Rejected by another person, or withdrawn by its creator. */
    reject: { from: ['waiting'], to: 'rejected' },
  },
})
export const paymentStatus = paymentLife.status
export type PaymentStatus = StatusOf<typeof paymentLife>

export const paymentKinds = { paid: 1, deposited: 2, deposit_returned: 3, paid_out: 4 } as const
export type PaymentKind = (typeof paymentKinds)[keyof typeof paymentKinds]
/** Which way the money went, and whether it is a deposit; amounts of all kinds are positive. */
export const paymentKind = () =>
  choice<PaymentKind>('Loại', [
    [paymentKinds.paid, 'Đại lý thanh toán'],
    [paymentKinds.deposited, 'Nộp ký quỹ'],
    [paymentKinds.deposit_returned, 'Trả lại ký quỹ'],
    [paymentKinds.paid_out, 'Chi cho đại lý'],
  ])

export const Payment = z.object({
  payment_id: id('STT'),
  payment_code: text('Mã', 20),
  partner_id: id('Đại lý'),
  partner_code: text('Mã đại lý', 20),
  partner_name: text('Đại lý', 200),
  kind: paymentKind(),
  amount: money('Số tiền'),
  reference: z.nullable(text('Số chứng từ', 100)),
  reason: note('Nội dung', 500),
  status: paymentLife.field(),
  posted_at: z.nullable(moment('Ghi sổ lúc')),
  created_by: id('Người ghi nhận'),
  created_by_name: z.nullable(text('Người ghi nhận', 100)),
  created_at: moment('Ngày ghi nhận'),
  decided_by_name: z.nullable(text('Người duyệt', 100)),
  decided_at: z.nullable(moment('Ngày duyệt')),
  decision_reason: z.nullable(note('Lý do từ chối', 500)),
  version: id('Phiên bản'),
})
export type PaymentRow = z.output<typeof Payment>

const key = { payment_id: id('Khoản thanh toán') }
const errors = ['not_found', 'no_right', 'request_finished', 'debt_not_enough'] as const

export const partnerPayment = calls('cms/partner_payment', {
  list: read('GET list', {
    title: 'Thanh toán và ký quỹ của đại lý',
    may: partnerStatementPage.view,
    input: search(
      {
        partner_id: optional(id('Đại lý')),
        kind: optional(paymentKind()),
        status: optional(paymentLife.field()),
        /** By the day of posting; for waiting payments by the day of creation. */
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
      },
      ['created_at', 'posted_at', 'amount'],
    ),
    output: pageOf(Payment, ['amount']),
    errors: ['from_exceeds_to'],
  }),
  /** Posts the payment at once, or creates a request for a second person from the configured limit on. */
  add: write('POST add', {
    stepUp: ({ kind }) => kind === paymentKinds.paid_out || kind === paymentKinds.deposit_returned,
    title: 'Ghi nhận thanh toán của đại lý',
    may: partnerStatementPage.add,
    input: z.object({
      partner_id: id('Đại lý'),
      kind: paymentKind(),
      amount: payable('Số tiền').check(z.positive('Số tiền phải lớn hơn 0')),
      reference: optional(text('Số chứng từ', 100)),
      reason: note('Nội dung', 500),
    }),
    output: Payment,
    errors: ['no_right', 'partner_not_found', 'debt_not_enough'],
  }),
  approve: write('POST approve', {
    stepUp: true,
    title: 'Duyệt thanh toán của đại lý',
    may: partnerStatementPage.approve,
    input: z.object(key),
    output: Payment,
    errors,
  }),
  reject: write('POST reject', {
    title: 'Từ chối thanh toán của đại lý',
    may: partnerStatementPage.approve,
    input: z.object({ ...key, reason: note('Lý do', 500) }),
    output: Payment,
    errors,
  }),
})
