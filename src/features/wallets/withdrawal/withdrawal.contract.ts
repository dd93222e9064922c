/**
 * Withdrawals: money that leaves a wallet for the customer's bank account or MoMo wallet. It is on hold from the wish until the gateway, or
 * a person, says how it ended.
 */
import * as z from 'zod/mini'
import { BulkReport, selection } from '#contract/bulk.ts'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  accountNumber,
  activation,
  choice,
  count,
  day,
  flag,
  id,
  list,
  moment,
  money,
  note,
  optional,
  phone,
  status,
  text,
} from '#contract/fields.ts'
import { life } from '#contract/life.ts'
import { bankWithdrawalPage, momoWithdrawalPage } from '#features/wallets/pages.contract.ts'

export const withdrawalMethod = { bank: 1, momo: 2 } as const
export type WithdrawalMethod = (typeof withdrawalMethod)[keyof typeof withdrawalMethod]

export const withdrawalStatus = {
  waiting: 0,
  processing: 1,
  done: 2,
  rejected: 3,
  cancelling: 4,
  cancelled: 5,
  unknown: 6,
} as const
export type WithdrawalStatus = (typeof withdrawalStatus)[keyof typeof withdrawalStatus]

const { waiting, processing, done, rejected, cancelling, cancelled, unknown } = withdrawalStatus

/** What becomes of a withdrawal. Where a gateway pays, it and not a person ends what is being paid. */
export const withdrawalLife = life<WithdrawalStatus>()({
  process: { from: [waiting], to: processing },
  complete: { from: [processing, unknown], to: done },
  reject: { from: [waiting, processing, unknown], to: rejected },
  doubt: { from: [processing, unknown], to: unknown },
  /** A retry that needs two persons by now waits for the second. */
  reopen: { from: [rejected], to: waiting },
  cancel: { from: [waiting], to: cancelling },
  finishCancel: { from: [cancelling], to: cancelled },
  retry: { from: [rejected, unknown], to: processing },
})

const state = () =>
  status('Trạng thái', [
    [waiting, 'Chờ xử lý', 'amber'],
    [processing, 'Đang xử lý', 'blue'],
    [unknown, 'Nghi vấn', 'red'],
    [done, 'Hoàn thành', 'green'],
    [rejected, 'Đã từ chối', 'neutral'],
    [cancelling, 'Đang hủy', 'amber'],
    [cancelled, 'Đã hủy', 'neutral'],
  ])

export const payoutStatus = { unsent: 1, sent: 2, paid: 3, failed: 4 } as const

const payoutState = () =>
  status('Kết quả', [
    [payoutStatus.unsent, 'Chưa gửi', 'neutral'],
    [payoutStatus.sent, 'Chưa rõ', 'amber'],
    [payoutStatus.paid, 'Đã chi', 'green'],
    [payoutStatus.failed, 'Thất bại', 'red'],
  ])

/** One try to pay at the gateway. */
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

export const Withdrawal = z.object({
  withdrawal_id: id('STT'),
  withdrawal_code: text('Mã', 20),
  account_id: id('Ví'),
  /** 0: the wallet is locked. */
  wallet_status: activation('Ví'),
  msisdn: phone('SĐT'),
  full_name: text('Khách hàng', 100),
  method: choice('Cách rút', [
    [withdrawalMethod.bank, 'Ngân hàng'],
    [withdrawalMethod.momo, 'MoMo'],
  ]),
  bank_id: id('Ngân hàng / ví'),
  short_name: text('Ngân hàng / ví', 50),
  account_number: accountNumber('Số TK / ví'),
  account_name: text('Chủ TK', 100),
  amount: money('Số tiền'),
  fee: money('Phí'),
  status: state(),
  /** How many persons must still approve it before it is sent to be paid. */
  approvals_left: count('Còn cần duyệt'),
  first_by: z.nullable(id('Người duyệt lần một')),
  first_by_name: z.nullable(text('Người duyệt lần một', 100)),
  first_at: z.nullable(moment('Duyệt lần một lúc')),
  processed_by: z.nullable(id('Người xử lý')),
  processed_by_name: z.nullable(text('Người xử lý', 100)),
  processed_at: z.nullable(moment('Xử lý lúc')),
  /** Of the last try to pay; null while there was none. */
  payout_status: z.nullable(payoutState()),
  /** The gateway is being asked just now. */
  is_asking: flag('Đang truy vấn cổng chi trả'),
  result_code: Payout.shape.result_code,
  result_message: Payout.shape.result_message,
  trans_id: Payout.shape.trans_id,
  note: z.nullable(text('Ghi chú', 500)),
  created_at: moment('Ngày yêu cầu'),
  finished_at: z.nullable(moment('Kết thúc lúc')),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

export const WithdrawalDetail = z.object({
  ...Withdrawal.shape,
  hold_count: count('Số lần giữ tiền'),
  /** Its hold in the ledger: transfers that end it begin with the same. */
  ledger_ref: text('Tham chiếu sổ cái', 50),
  payouts: list('Các lệnh chi', Payout, 100),
})

export const withdrawalFilters = {
  method: optional(Withdrawal.shape.method),
  status: optional(state()),
  bank_id: optional(id('Ngân hàng')),
  account_id: optional(id('Ví')),
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
}

const views = [bankWithdrawalPage.view, momoWithdrawalPage.view] as const
const approvals = [bankWithdrawalPage.approve, momoWithdrawalPage.approve] as const
const one = { withdrawal_id: id('Yêu cầu') }
const seen = { version: optional(id('Phiên bản')) }
const stateGuards = [
  'request_not_found',
  'request_cancelling',
  'request_processing',
  'request_finished',
  'request_pending',
  'request_system_rejected',
  'action_invalid',
  'changed_by_other',
  'no_right',
] as const

const batch = {
  may: approvals,
  input: z.object({
    ...selection(withdrawalFilters),
    action: choice('Thao tác', [
      ['process', 'Xử lý'],
      ['reject', 'Từ chối'],
    ]),
    note: optional(note('Lý do', 500)),
    seen: optional(text('Dấu của các dòng đã xem', 64)),
  }),
  output: BulkReport,
  errors: ['changed_by_other'],
} as const

const listTerms = <const M extends typeof bankWithdrawalPage.view>(title: string, may: M) =>
  ({
    title,
    may,
    input: search(withdrawalFilters, ['created_at', 'amount', 'finished_at']),
    output: pageOf(Withdrawal, ['amount', 'fee']),
    errors: ['from_exceeds_to'],
  }) as const

export const withdrawal = calls('cms/withdrawal', {
  list: read('GET list', listTerms('Yêu cầu rút tiền về ngân hàng', bankWithdrawalPage.view)),
  listMomo: read('GET listMomo', listTerms('Yêu cầu rút tiền về ví MoMo', momoWithdrawalPage.view)),
  detail: read('GET detail', {
    title: 'Chi tiết yêu cầu rút tiền',
    may: views,
    input: z.object(one),
    output: WithdrawalDetail,
    errors: ['request_not_found'],
  }),
  /**
   * Moves a request on: to 1 (approve; sent to be paid once enough persons have), 2 (paid outside of the gateways, or found to be paid), 3
   * (reject; the money is free again) or 4 (cancel).
   */
  update: write('POST update', {
    title: 'Cập nhật yêu cầu rút tiền',
    may: approvals,
    input: z.object({
      ...one,
      status: state(),
      note: optional(note('Lý do', 500)),
      /** What the person saw, where the caller wants it checked. */
      amount: optional(money('Số tiền')),
      ...seen,
    }),
    output: Withdrawal,
    errors: [...stateGuards, 'amount_wrong'],
  }),
  updatePreview: read('POST update_batch/preview', { title: 'Thử cập nhật nhiều yêu cầu rút tiền', ...batch }),
  updateBatch: write('POST update_batch', { title: 'Cập nhật nhiều yêu cầu rút tiền', ...batch }),
  /** Of an unknown end the same order is asked for again; after a final failure the money is held anew and a new order is sent. */
  retry: write('POST retryAddMoneyMomo', {
    title: 'Thử lại lệnh chi',
    may: approvals,
    input: z.object({ ...one, ...seen }),
    output: Withdrawal,
    errors: [...stateGuards, 'debt_not_enough'],
  }),
})
