/** Requests of customers to deposit money by bank transfer. On the wire they are called `cms/wallet`, and their key is `transfer_id`. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write, type AnswerOf } from '#contract/call.ts'
import {
  accountNumber,
  activation,
  customerPhone,
  day,
  flag,
  id,
  moment,
  money,
  note,
  optional,
  payable,
  seenVersion,
  text,
} from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { depositPage } from '#features/wallets/pages.contract.ts'

export const depositLife = lifecycle({
  states: {
    waiting: [0, 'Chờ tiền về', 'amber'],
    matched: [1, 'Chờ xác nhận lần hai', 'blue'],
    done: [2, 'Hoàn thành', 'green', 'Yêu cầu đã hoàn thành.'],
    rejected: [3, 'Đã từ chối', 'red', 'Yêu cầu đã bị từ chối.'],
    closed: [5, 'Đã đóng', 'neutral', 'Yêu cầu đã đóng vì quá hạn chờ tiền. Hãy gán tiền về cho ví.'],
  },
  moves: {
    match: { from: ['waiting'], to: 'matched' },
    finish: { from: ['waiting', 'matched'], to: 'done' },
    reject: { from: ['waiting', 'matched'], to: 'rejected' },
    close: { from: ['waiting'], to: 'closed' },
  },
})
export const depositStatus = depositLife.status
export type DepositStatus = StatusOf<typeof depositLife>

/** A request, with the statement line that pays it or may pay it. */
export const Deposit = z.object({
  transfer_id: id('STT'),
  content: text('Mã nạp', 20),
  account_id: id('Ví'),
  msisdn: customerPhone('SĐT'),
  full_name: text('Khách hàng', 100),
  /** 0: the wallet is locked. */
  wallet_status: activation('Ví'),
  is_new_phone: flag('Mới đổi SĐT'),
  amount: money('Số tiền yêu cầu'),
  paid_amount: z.nullable(money('Số tiền đã nạp')),
  bank_name: text('Ngân hàng nhận', 50),
  account_number: accountNumber('Tài khoản nhận'),
  status: depositLife.field(),
  is_late: flag('Quá hạn chờ'),
  /** The amount from which on a second person confirms what one person has matched. */
  needs_two: flag('Cần 2 người duyệt'),
  bank_transaction_id: z.nullable(id('Dòng sao kê')),
  reference: z.nullable(text('Mã GD', 50)),
  line_amount: z.nullable(money('Tiền về')),
  payer_name: z.nullable(text('Bên chuyển', 200)),
  line_created_by: z.nullable(id('Người nhập sao kê')),
  created_at: moment('Ngày tạo'),
  expires_at: moment('Hạn chờ tiền'),
  finished_at: z.nullable(moment('Ngày hoàn tất')),
  matched_by: z.nullable(id('Người khớp')),
  matched_by_name: z.nullable(text('Người khớp', 100)),
  confirmed_by_name: z.nullable(text('Người xác nhận', 100)),
  note: z.nullable(note('Ghi chú', 500)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

export const depositFilters = {
  transfer_id: optional(id('Yêu cầu')),
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
  status: optional(depositLife.field()),
}

export const deposits = calls('cms/wallet', {
  list: read('GET list', {
    title: 'Danh sách yêu cầu nạp tiền',
    may: depositPage.view,
    input: search(depositFilters, ['created_at', 'amount', 'finished_at']),
    output: pageOf(Deposit, ['amount', 'paid_amount']),
    errors: ['from_exceeds_to'],
  }),
  /** Completes a request with a statement line that a person found, confirms what another person matched, or rejects the request. */
  update: write('POST updateTransfer', {
    title: 'Cập nhật yêu cầu nạp tiền',
    may: depositPage.approve,
    input: z.object({
      transfer_id: id('Yêu cầu'),
      status: depositLife.field(),
      note: optional(note('Ghi chú', 500)),
      bank_transaction_id: optional(id('Dòng sao kê')),
      /** The amount that really came in, where that differs from the requested one. */
      amount: optional(payable('Số tiền đã về')),
      version: seenVersion(),
    }),
    output: Deposit,
    errors: [
      'request_not_found',
      'request_exists',
      'request_processing',
      'request_finished',
      'request_pending',
      'request_system_rejected',
      'action_invalid',
      'amount_wrong',
      'not_found',
      'no_right',
      'changed_by_other',
    ],
  }),
})

/** A request as lists answer it. */
export type DepositRow = AnswerOf<typeof deposits.list>['items'][number]
