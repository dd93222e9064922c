/** The statement lines of the business's bank accounts, and what people do with them. */
import * as z from 'zod/mini'
import { ImportReport } from '#contract/bulk.ts'
import { max_bulk_rows, calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  accountNumber,
  balance,
  choice,
  count,
  customerPhone,
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
  seenVersion,
  status,
  text,
} from '#contract/fields.ts'
import { lifecycle, type StatusOf } from '#contract/lifecycle.ts'
import { Deposit, depositLife } from '#features/wallets/deposit/deposit.contract.ts'
import { depositPage } from '#features/wallets/pages.contract.ts'

export const lineLife = lifecycle({
  states: {
    waiting: [2, 'Cần xử lý', 'amber'],
    matched: [1, 'Khớp', 'green'],
    settled: [3, 'Đã xử lý', 'green'],
    other: [4, 'Không phải nạp tiền', 'neutral'],
  },
  moves: {
    settle: { from: ['waiting'], to: 'settled' },
    giveBack: { from: ['settled'], to: 'waiting' },
    ignore: { from: ['waiting'], to: 'other' },
  },
})
export const lineStatus = lineLife.status
export type LineStatus = StatusOf<typeof lineLife>

export const lineProblem = { none_named: 1, amount: 2, paid: 3, closed: 4, account: 5, locked: 6, file: 7 } as const
export type LineProblem = (typeof lineProblem)[keyof typeof lineProblem]

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

/** A line of a statement, with the request that it names or was matched with. */
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
  status: lineLife.field(),
  problem: z.nullable(problem()),
  deposit_id: z.nullable(id('Yêu cầu')),
  deposit_content: z.nullable(text('Yêu cầu', 20)),
  deposit_status: z.nullable(depositLife.field('Trạng thái yêu cầu')),
  deposit_amount: z.nullable(money('Số tiền yêu cầu')),
  deposit_bank_name: z.nullable(text('Ngân hàng nhận', 50)),
  deposit_account_number: z.nullable(accountNumber('Tài khoản nhận')),
  /** The wallet of that request. */
  msisdn: z.nullable(customerPhone('SĐT')),
  full_name: z.nullable(text('Khách hàng', 100)),
  note: z.nullable(reason()),
  /** Null where the line was read from the bank. */
  created_by: z.nullable(id('Người nhập sao kê')),
  created_by_name: z.nullable(text('Người nhập sao kê', 100)),
  created_at: moment('Ngày nhận'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

/** An open request that a line may pay, and what the two have in common. */
export const Candidate = z.object({
  ...Deposit.shape,
  is_named: flag('Đúng mã nạp'),
  same_amount: flag('Đúng số tiền'),
  phone_in_content: flag('Đúng SĐT'),
  similar_name: flag('Tên gần giống'),
})

/** An account into which customers pay: its balance as last reported by the bank, and the sum of the lines that we have. */
export const DepositAccount = z.object({
  bank_config_id: id('STT'),
  bank_name: text('Ngân hàng', 50),
  account_number: accountNumber('Số tài khoản'),
  account_name: text('Chủ tài khoản', 100),
  reported_balance: z.nullable(money('Số dư tại ngân hàng')),
  synced_at: z.nullable(moment('Lần đồng bộ cuối')),
  own_balance: z.nullable(balance('Số dư theo sao kê')),
  difference: z.nullable(moneyChange('Chênh lệch')),
})

const PayableWallet = z.object({
  account_id: Deposit.shape.account_id,
  msisdn: Deposit.shape.msisdn,
  full_name: Deposit.shape.full_name,
  is_open: flag('Ví đang hoạt động'),
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
  rows: list('Dòng', StatementRow, max_bulk_rows).check(z.minLength(1)),
})

/** The outcome of one part of a statement: new lines, lines that paid a request by themselves, and lines that wait for a person. */
const StatementReport = z.object({
  ...ImportReport.shape,
  added: count('Dòng mới'),
  known: count('Đã có từ trước'),
  matched: count('Tự khớp'),
  matched_amount: money('Tiền vào ví'),
  waiting: count('Cần xử lý'),
})

export const lineFilters = {
  bank_transaction_id: optional(id('Dòng sao kê')),
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
  status: optional(lineLife.field()),
  problem: optional(problem()),
  bank_config_id: optional(id('Tài khoản')),
}

const row_version = { version: seenVersion() }
const line = { bank_transaction_id: id('Dòng sao kê') }

export const statement = calls('cms/bankTransaction', {
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
    output: pageOf(DepositAccount, ['reported_balance', 'own_balance', 'difference']),
  }),
  /** Open requests that may belong to the line, the best first; with a keyword, those that match it. */
  candidates: read('GET candidates', {
    title: 'Yêu cầu có thể khớp với dòng sao kê',
    may: depositPage.view,
    input: z.object({ ...line, keyword: optional(text('Từ khóa', 100)) }),
    output: z.object({ items: list('Yêu cầu', Candidate) }),
    errors: ['not_found'],
  }),
  /** Open wallets, to which money that names no request may be assigned. */
  wallets: read('GET wallets', {
    title: 'Tìm ví để gán tiền nạp',
    may: depositPage.approve,
    input: search({}),
    output: pageOf(PayableWallet),
  }),
  assign: write('POST assign', {
    title: 'Gán tiền về cho ví',
    may: depositPage.approve,
    input: z.object({ ...line, account_id: id('Ví'), note: reason(), ...row_version }),
    output: BankLine,
    errors: ['not_found', 'request_exists', 'action_invalid', 'no_right', 'changed_by_other'],
  }),
  ignore: write('POST ignore', {
    title: 'Ghi nhận không phải nạp tiền',
    may: depositPage.approve,
    input: z.object({ ...line, note: reason(), ...row_version }),
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
