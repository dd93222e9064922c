/** Withdrawals: money that leaves a wallet for a bank account or a MoMo wallet, on hold from the request until it is finished. */
import * as z from 'zod/mini'
import { BulkReport, selection } from '#contract/bulk.ts'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  accountNumber,
  activation,
  choice,
  count,
  customerPhone,
  day,
  flag,
  id,
  list,
  moment,
  money,
  note,
  optional,
  seenVersion,
  text,
} from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { Payout, payoutState } from '#features/wallets/payout/payout.contract.ts'
import { bankWithdrawalPage, momoWithdrawalPage } from '#features/wallets/pages.contract.ts'

export const withdrawalMethod = { bank: 1, momo: 2 } as const
export type WithdrawalMethod = (typeof withdrawalMethod)[keyof typeof withdrawalMethod]

/** Where a gateway pays, its answer and not a person finishes a withdrawal that is being paid. */
export const withdrawalLife = lifecycle({
  states: {
    waiting: [0, 'Chờ xử lý', 'amber', 'Yêu cầu đang chờ xử lý.', 'request_pending'],
    processing: [1, 'Đang xử lý', 'blue', 'Yêu cầu đang được xử lý.', 'request_processing'],
    unknown: [6, 'Nghi vấn', 'red', 'Chưa rõ cổng chi trả đã chi hay chưa.', 'request_processing'],
    done: [2, 'Hoàn thành', 'green', 'Yêu cầu đã hoàn thành.', 'request_finished'],
    rejected: [3, 'Đã từ chối', 'neutral', 'Yêu cầu đã bị từ chối.', 'request_system_rejected'],
    cancelling: [4, 'Đang hủy', 'amber', 'Yêu cầu đang được hủy.', 'request_cancelling'],
    cancelled: [5, 'Đã hủy', 'neutral', 'Yêu cầu đã hủy.', 'request_finished'],
  },
  moves: {
    process: { from: ['waiting'], to: 'processing' },
    complete: { from: ['processing', 'unknown'], to: 'done' },
    reject: { from: ['waiting', 'processing', 'unknown'], to: 'rejected' },
    markUnknown: { from: ['processing'], to: 'unknown' },
    /** A retry that now needs two persons waits for the second one. */
    reopen: { from: ['rejected'], to: 'waiting' },
    cancel: { from: ['waiting'], to: 'cancelling' },
    finishCancel: { from: ['cancelling'], to: 'cancelled' },
    retry: { from: ['rejected', 'unknown'], to: 'processing' },
  },
})
export const withdrawalStatus = withdrawalLife.status
export type WithdrawalStatus = StatusOf<typeof withdrawalLife>

export const Withdrawal = z.object({
  withdrawal_id: id('STT'),
  withdrawal_code: text('Mã', 20),
  account_id: id('Ví'),
  /** 0: the wallet is locked. */
  wallet_status: activation('Ví'),
  msisdn: customerPhone('SĐT'),
  full_name: text('Khách hàng', 100),
  method: choice('Cách rút', [
    [withdrawalMethod.bank, 'Ngân hàng'],
    [withdrawalMethod.momo, 'MoMo'],
  ]),
  bank_id: id('Ngân hàng / ví'),
  short_name: text('Ngân hàng / ví', 50),
  account_number: accountNumber('Số TK / ví'),
  account_name: text('Chủ TK', 100),
  /** Nothing was paid from this wallet to this receiver before. */
  is_first_to: flag('Lần đầu về tài khoản này'),
  is_new_phone: flag('Mới đổi SĐT'),
  amount: money('Số tiền'),
  fee: money('Phí'),
  status: withdrawalLife.field(),
  /** How many persons must still approve it before it is sent to be paid. */
  approvals_left: count('Còn cần duyệt'),
  first_by: z.nullable(id('Người duyệt lần một')),
  first_by_name: z.nullable(text('Người duyệt lần một', 100)),
  first_at: z.nullable(moment('Duyệt lần một lúc')),
  processed_by: z.nullable(id('Người xử lý')),
  processed_by_name: z.nullable(text('Người xử lý', 100)),
  processed_at: z.nullable(moment('Xử lý lúc')),
  /** The state of its last order to a gateway; null without one. */
  payout_status: z.nullable(payoutState()),
  /** A job is sending or querying the order just now. */
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
  /** The ref of its hold in the ledger; the transfers that end the hold begin with it. */
  ledger_ref: text('Tham chiếu sổ cái', 50),
  payouts: list('Các lệnh chi', Payout, 100),
})

export const withdrawalFilters = {
  method: optional(Withdrawal.shape.method),
  status: optional(withdrawalLife.field()),
  bank_id: optional(id('Ngân hàng')),
  account_id: optional(id('Ví')),
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
}

const views = [bankWithdrawalPage.view, momoWithdrawalPage.view] as const
const approvals = [bankWithdrawalPage.approve, momoWithdrawalPage.approve] as const
const key = { withdrawal_id: id('Yêu cầu') }
const row_version = { version: seenVersion() }
const update_errors = [
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

export const withdrawals = calls('cms/withdrawal', {
  list: read('GET list', listTerms('Yêu cầu rút tiền về ngân hàng', bankWithdrawalPage.view)),
  listMomo: read('GET listMomo', listTerms('Yêu cầu rút tiền về ví MoMo', momoWithdrawalPage.view)),
  detail: read('GET detail', {
    title: 'Chi tiết yêu cầu rút tiền',
    may: views,
    input: z.object(key),
    output: WithdrawalDetail,
    errors: ['request_not_found'],
  }),
  /**
   * Moves a request to a status: 1 approves it, and it is paid once enough persons have; 2 says that it was paid; 3
   * rejects it; 4 cancels it.
   */
  update: write('POST update', {
    stepUp: true,
    title: 'Cập nhật yêu cầu rút tiền',
    may: approvals,
    input: z.object({
      ...key,
      status: withdrawalLife.field(),
      note: optional(note('Lý do', 500)),
      /** The amount that the person saw, to be compared. */
      amount: optional(money('Số tiền')),
      ...row_version,
    }),
    output: Withdrawal,
    errors: [...update_errors, 'amount_wrong'],
  }),
  updatePreview: read('POST update_batch/preview', { title: 'Thử cập nhật nhiều yêu cầu rút tiền', ...batch }),
  updateBatch: write('POST update_batch', { title: 'Cập nhật nhiều yêu cầu rút tiền', stepUp: true, ...batch }),
  /** An unknown order is queried again; after a final failure the money is held again and a new order is sent. */
  retry: write('POST retryAddMoneyMomo', {
    stepUp: true,
    title: 'Thử lại lệnh chi',
    may: approvals,
    input: z.object({ ...key, ...row_version }),
    output: Withdrawal,
    errors: [...update_errors, 'debt_not_enough'],
  }),
})
