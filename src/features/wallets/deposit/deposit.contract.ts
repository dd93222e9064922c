/** Money that customers put in by bank transfer: what they asked for, what the bank's statement tells, and how the two come together. */
import * as z from 'zod/mini'
import { ImportReport } from '#contract/bulk.ts'
import { most_bulk_rows, calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  accountNumber,
  balance,
  choice,
  count,
  day,
  flag,
  id,
  list,
  moment,
  money,
  moneyChange,
  note,
  optional,
  payable,
  phone,
  status,
  text,
} from '#contract/fields.ts'
import { life } from '#contract/life.ts'
import { depositPage } from '#features/wallets/pages.contract.ts'

export const depositStatus = { waiting: 0, matched: 1, done: 2, rejected: 3, closed: 5 } as const
export type DepositStatus = (typeof depositStatus)[keyof typeof depositStatus]

export const depositLife = life<DepositStatus>()({
  match: { from: [depositStatus.waiting], to: depositStatus.matched },
  finish: { from: [depositStatus.waiting, depositStatus.matched], to: depositStatus.done },
  reject: { from: [depositStatus.waiting, depositStatus.matched], to: depositStatus.rejected },
  close: { from: [depositStatus.waiting], to: depositStatus.closed },
})

export const lineStatus = { matched: 1, waiting: 2, settled: 3, other: 4 } as const
export type LineStatus = (typeof lineStatus)[keyof typeof lineStatus]

export const lineLife = life<LineStatus>()({
  settle: { from: [lineStatus.waiting], to: lineStatus.settled },
  giveBack: { from: [lineStatus.settled], to: lineStatus.waiting },
  ignore: { from: [lineStatus.waiting], to: lineStatus.other },
})

export const lineProblem = { none_named: 1, amount: 2, paid: 3, closed: 4, account: 5, locked: 6, file: 7 } as const
export type LineProblem = (typeof lineProblem)[keyof typeof lineProblem]

const depositState = (label = 'Trạng thái') =>
  status(label, [
    [depositStatus.waiting, 'Chờ tiền về', 'amber'],
    [depositStatus.matched, 'Chờ xác nhận lần hai', 'blue'],
    [depositStatus.done, 'Hoàn thành', 'green'],
    [depositStatus.rejected, 'Đã từ chối', 'red'],
    [depositStatus.closed, 'Đã đóng', 'neutral'],
  ])

const lineState = () =>
  status('Trạng thái', [
    [lineStatus.waiting, 'Cần xử lý', 'amber'],
    [lineStatus.matched, 'Khớp', 'green'],
    [lineStatus.settled, 'Đã xử lý', 'green'],
    [lineStatus.other, 'Không phải nạp tiền', 'neutral'],
  ])

const problem = () =>
  status('Vấn đề', [
    [lineProblem.none_named, 'Thiếu mã nạp', 'red'],
    [lineProblem.amount, 'Sai số tiền', 'red'],
    [lineProblem.paid, 'Chuyển trùng', 'red'],
    [lineProblem.closed, 'Ngoài thời hạn', 'amber'],
    [lineProblem.account, 'Sai tài khoản', 'amber'],
    [lineProblem.locked, 'Ví đang khóa', 'red'],
    [lineProblem.file, 'Từ tệp, chờ người khác xác nhận', 'amber'],
  ])

const content = () => text('Nội dung', 500)
const reference = () => text('Mã GD', 50)
const reason = () => note('Ghi chú', 500)

/** A request, with the line that paid it or is to pay it. */
export const Deposit = z.object({
  transfer_id: id('STT'),
  content: text('Mã nạp', 20),
  account_id: id('Ví'),
  msisdn: phone('SĐT'),
  full_name: text('Khách hàng', 100),
  amount: money('Số tiền yêu cầu'),
  paid_amount: z.nullable(money('Số tiền đã nạp')),
  bank_name: text('Ngân hàng nhận', 50),
  account_number: accountNumber('Tài khoản nhận'),
  status: depositState(),
  is_late: flag('Quá hạn chờ'),
  bank_transaction_id: z.nullable(id('Dòng sao kê')),
  reference: z.nullable(reference()),
  line_amount: z.nullable(money('Tiền về')),
  line_created_by: z.nullable(id('Người nhập sao kê')),
  created_at: moment('Ngày tạo'),
  expires_at: moment('Hạn chờ tiền'),
  finished_at: z.nullable(moment('Ngày hoàn tất')),
  matched_by: z.nullable(id('Người khớp')),
  matched_by_name: z.nullable(text('Người khớp', 100)),
  confirmed_by_name: z.nullable(text('Người xác nhận', 100)),
  note: z.nullable(reason()),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

/** A line of the statement, with the request that it names or was put to. */
export const BankLine = z.object({
  bank_transaction_id: id('STT'),
  reference: reference(),
  at: moment('Thời gian'),
  credit: z.nullable(money('Ghi có')),
  debit: z.nullable(money('Ghi nợ')),
  content: content(),
  counter_account: z.nullable(text('Số TK đối ứng', 30)),
  counter_name: z.nullable(text('Tên đối ứng', 200)),
  bank_name: text('Ngân hàng', 50),
  account_number: accountNumber('Tài khoản'),
  source: choice('Nguồn', [
    [1, 'Đọc từ ngân hàng'],
    [2, 'Nhập tệp'],
  ]),
  status: lineState(),
  problem: z.nullable(problem()),
  transfer_id: z.nullable(id('Yêu cầu')),
  deposit_content: z.nullable(text('Yêu cầu', 20)),
  deposit_status: z.nullable(depositState('Trạng thái yêu cầu')),
  deposit_amount: z.nullable(money('Số tiền yêu cầu')),
  deposit_bank_name: z.nullable(text('Ngân hàng nhận', 50)),
  deposit_account_number: z.nullable(accountNumber('Tài khoản nhận')),
  /** The wallet of that request. */
  msisdn: z.nullable(phone('SĐT')),
  full_name: z.nullable(text('Khách hàng', 100)),
  note: z.nullable(reason()),
  /** Null of what the bank told. */
  created_by: z.nullable(id('Người nhập sao kê')),
  created_by_name: z.nullable(text('Người nhập sao kê', 100)),
  created_at: moment('Ngày nhận'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

/** An open request that a line may be for, and what speaks for it. */
export const Candidate = z.object({
  ...Deposit.shape,
  is_named: flag('Đúng mã nạp'),
  same_amount: flag('Đúng số tiền'),
  phone_in_content: flag('Đúng SĐT'),
  similar_name: flag('Tên gần giống'),
})

/** An account into which customers pay: what the bank last said it holds, and what the lines that we have make of it. */
export const DepositAccount = z.object({
  bank_config_id: id('STT'),
  bank_name: text('Ngân hàng', 50),
  account_number: accountNumber('Số tài khoản'),
  account_name: text('Chủ tài khoản', 100),
  told_balance: z.nullable(money('Số dư tại ngân hàng')),
  synced_at: z.nullable(moment('Lần đồng bộ cuối')),
  own_balance: z.nullable(balance('Số dư theo sao kê')),
  difference: z.nullable(moneyChange('Chênh lệch')),
})

/** An open wallet, to which money may be given. */
const PayableWallet = z.object({
  account_id: Deposit.shape.account_id,
  msisdn: Deposit.shape.msisdn,
  full_name: Deposit.shape.full_name,
})

/** One row of a statement's file. */
export const StatementRow = z.object({
  at: moment('Ngày giờ'),
  reference: reference(),
  credit: optional(payable('Ghi có')),
  debit: optional(payable('Ghi nợ')),
  content: content(),
  counter_account: optional(text('Số TK đối ứng', 30)),
  counter_name: optional(text('Tên đối ứng', 200)),
})

const statementInput = z.object({
  bank_config_id: id('Tài khoản'),
  rows: list('Dòng', StatementRow, most_bulk_rows).check(z.minLength(1)),
})

/** What becomes of a piece of a statement: how much of it is new, what pays a request by itself, and what waits for a person. */
const StatementReport = z.object({
  ...ImportReport.shape,
  added: count('Dòng mới'),
  known: count('Đã có từ trước'),
  matched: count('Tự khớp'),
  matched_amount: money('Tiền vào ví'),
  waiting: count('Cần xử lý'),
})

export const depositFilters = {
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
  status: optional(depositState()),
}
export const lineFilters = {
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
  status: optional(lineState()),
  problem: optional(problem()),
  bank_config_id: optional(id('Tài khoản')),
}

const seen = { version: optional(id('Phiên bản')) }
const line = { bank_transaction_id: id('Dòng sao kê') }

export const wallet = calls('cms/wallet', {
  list: read('GET list', {
    title: 'Danh sách yêu cầu nạp tiền',
    may: depositPage.view,
    input: search(depositFilters, ['created_at', 'amount', 'finished_at']),
    output: pageOf(Deposit, ['amount', 'paid_amount']),
    errors: ['from_exceeds_to'],
  }),
  /** Completes a request with a line that a person found, confirms what another found, or rejects. */
  updateTransfer: write('POST updateTransfer', {
    title: 'Cập nhật yêu cầu nạp tiền',
    may: depositPage.approve,
    input: z.object({
      transfer_id: id('Yêu cầu'),
      status: depositState(),
      note: optional(reason()),
      bank_transaction_id: optional(id('Dòng sao kê')),
      /** What really came, where that is not what was asked for. */
      amount: optional(payable('Số tiền đã về')),
      ...seen,
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

export const bankTransaction = calls('cms/bankTransaction', {
  list: read('GET list', {
    title: 'Sao kê ngân hàng',
    may: depositPage.view,
    input: search(lineFilters, ['at', 'credit', 'debit']),
    output: pageOf(BankLine, ['credit', 'debit']),
    errors: ['from_exceeds_to'],
  }),
  accounts: read('GET accounts', {
    title: 'Tài khoản nhận tiền nạp',
    may: depositPage.view,
    input: search({}),
    output: pageOf(DepositAccount),
  }),
  /** Open requests that fit the line, the likeliest first; with a keyword, those that it finds. */
  candidates: read('GET candidates', {
    title: 'Yêu cầu có thể khớp với dòng sao kê',
    may: depositPage.view,
    input: z.object({ ...line, keyword: optional(text('Từ khóa', 100)) }),
    output: z.object({ items: list('Yêu cầu', Candidate) }),
    errors: ['not_found'],
  }),
  /** Customers to whom money may be given that names no request. */
  wallets: read('GET wallets', {
    title: 'Tìm ví để gán tiền nạp',
    may: depositPage.approve,
    input: search({}),
    output: pageOf(PayableWallet),
  }),
  assign: write('POST assign', {
    title: 'Gán tiền về cho ví',
    may: depositPage.approve,
    input: z.object({ ...line, account_id: id('Ví'), note: reason(), ...seen }),
    output: BankLine,
    errors: ['not_found', 'request_exists', 'action_invalid', 'no_right', 'changed_by_other'],
  }),
  ignore: write('POST ignore', {
    title: 'Ghi nhận không phải nạp tiền',
    may: depositPage.approve,
    input: z.object({ ...line, note: reason(), ...seen }),
    output: BankLine,
    errors: ['not_found', 'request_exists', 'action_invalid', 'changed_by_other'],
  }),
  importPreview: read('POST import/preview', {
    title: 'Thử nhập sao kê từ tệp',
    may: depositPage.add,
    input: statementInput,
    output: StatementReport,
    errors: ['not_found'],
  }),
  import: write('POST import', {
    title: 'Nhập sao kê từ tệp',
    may: depositPage.add,
    input: statementInput,
    output: StatementReport,
    errors: ['not_found'],
  }),
})
