/** Customers' wallets: their balances and history, and manual changes by staff. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  accountNumber,
  activation,
  choice,
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
  orderId,
  phone,
  text,
} from '#contract/fields.ts'
import {
  adjustment_errors,
  adjustmentDraft,
  adjustmentFields,
  adjustmentFilters,
  Approval,
  decision_errors,
  Rejection,
} from '#features/wallets/adjustment/adjustment.contract.ts'
import { walletHistoryPage, walletPage } from '#features/wallets/pages.contract.ts'
import { walletState } from './wallet-status.contract.ts'

const owner = { account_id: id('Ví'), msisdn: customerPhone('SĐT'), full_name: text('Khách hàng', 100) }

export const Wallet = z.object({
  ...owner,
  balance: money('Số dư'),
  held: money('Tạm giữ'),
  available: money('Khả dụng'),
  status: walletState(),
  /** The reason of its last locking or unlocking. */
  status_reason: z.nullable(note('Lý do', 500)),
  created_at: moment('Ngày mở'),
  version: id('Phiên bản'),
})

/** An account that the customer's withdrawals may be paid to, as the app stored it. */
export const CustomerAccount = z.object({
  customer_account_id: id('STT'),
  method: choice('Hình thức', [
    [1, 'Ngân hàng'],
    [2, 'MoMo'],
  ]),
  bank_id: id('Ngân hàng'),
  bank_name: text('Ngân hàng', 50),
  account_number: accountNumber('Số tài khoản'),
  account_name: text('Chủ tài khoản', 100),
  created_at: moment('Lưu lúc'),
})

export const WalletAdjustment = z.object({
  ...owner,
  /** 0: the wallet is locked. */
  wallet_status: activation('Ví'),
  is_new_phone: flag('Mới đổi SĐT'),
  ...adjustmentFields,
})

/** The kind of an entry: one of the ledger's transfers, or money that was only put on hold or released. */
export const entryType = {
  top_up: 1,
  withdrawal: 2,
  increase: 3,
  decrease: 4,
  order: 5,
  refund: 6,
  reward: 7,
  fee: 8,
  cashback: 9,
  fund_movement: 10,
  bank_line: 11,
  other: 99,
  held: 101,
  released: 102,
} as const
export type EntryType = (typeof entryType)[keyof typeof entryType]

const type = () =>
  choice('Loại', [
    [entryType.top_up, 'Nạp tiền'],
    [entryType.withdrawal, 'Rút tiền'],
    [entryType.increase, 'Cộng tiền'],
    [entryType.decrease, 'Trừ tiền'],
    [entryType.order, 'Mua vé'],
    [entryType.refund, 'Hoàn tiền'],
    [entryType.reward, 'Trả thưởng'],
    [entryType.fee, 'Phí'],
    [entryType.cashback, 'Cashback'],
    [entryType.fund_movement, 'Chuyển quỹ'],
    [entryType.bank_line, 'Sao kê ngân hàng'],
    [entryType.other, 'Khác'],
    [entryType.held, 'Tạm giữ'],
    [entryType.released, 'Giải tỏa'],
  ])

export const WalletEntry = z.object({
  entry_id: id('STT'),
  at: moment('Thời gian'),
  ...owner,
  type: type(),
  balance_before: money('Số trước'),
  amount: moneyChange('Phát sinh'),
  balance_after: money('Số sau'),
  came_in: money('Tiền vào'),
  went_out: money('Tiền ra'),
  held_before: money('Tạm giữ trước'),
  held: moneyChange('Tạm giữ'),
  held_after: money('Tạm giữ sau'),
  available_after: money('Khả dụng sau'),
  reason: text('Nội dung', 1000),
  /** The kind of the record that it belongs to; the record's number follows, and for a withdrawal its method. */
  reference: z.nullable(text('Tham chiếu', 20)),
  adjustment_id: z.nullable(id('Điều chỉnh')),
  deposit_id: z.nullable(id('Yêu cầu nạp')),
  withdrawal_id: z.nullable(id('Yêu cầu rút')),
  reward_id: z.nullable(id('Giải thưởng')),
  /** For a purchase, its fee or its refund. */
  order_id: z.nullable(orderId()),
  method: z.nullable(
    choice('Hình thức', [
      [1, 'Ngân hàng'],
      [2, 'MoMo'],
    ]),
  ),
})

const one = { account_id: id('Ví') }

const adjusting = {
  may: walletPage.approve,
  input: z.object({ ...one, ...adjustmentDraft }),
  output: WalletAdjustment,
  errors: adjustment_errors,
} as const

/** On the wire `cms/wallet` are the deposits. */
export const wallets = calls('cms/accountWallet', {
  list: read('GET list', {
    title: 'Danh sách tài khoản ví',
    may: walletPage.view,
    input: search({ status: optional(walletState()) }, ['full_name', 'balance', 'created_at']),
    output: pageOf(Wallet, ['balance', 'held']),
  }),
  detail: read('GET detail', {
    title: 'Chi tiết ví',
    may: walletPage.view,
    input: z.object(one),
    output: z.object({ ...Wallet.shape, accounts: list('Tài khoản nhận tiền', CustomerAccount) }),
    errors: ['not_found'],
  }),
  /** For one wallet its whole history; for all wallets the last days, unless the search names others. */
  transactionHistory: read('GET transactionHistory', {
    title: 'Lịch sử giao dịch ví',
    may: [walletHistoryPage.view, walletPage.view],
    input: search(
      {
        account_id: optional(id('Ví')),
        msisdn: optional(phone('SĐT')),
        type: optional(type()),
        from_date: optional(day('Từ ngày')),
        to_date: optional(day('Đến ngày')),
      },
      ['at'],
    ),
    output: pageOf(WalletEntry, ['amount', 'came_in', 'went_out']),
    errors: ['from_exceeds_to', 'search_time_exceeded'],
  }),
  increasedAmount: write('POST increasedAmount', { title: 'Cộng tiền vào ví', stepUp: true, ...adjusting }),
  decreasedAmount: write('POST decreasedAmount', { title: 'Trừ tiền của ví', stepUp: true, ...adjusting }),
  updateStatus: write('POST updateStatus', {
    title: 'Khóa, mở khóa ví',
    may: walletPage.approve,
    input: z.object({ ...one, status: walletState(), reason: note('Lý do', 500), version: id('Phiên bản') }),
    output: Wallet,
    errors: ['not_found', 'changed_by_other', 'action_invalid'],
  }),
  adjustments: read('GET adjustment/list', {
    title: 'Danh sách điều chỉnh số dư ví',
    may: walletPage.view,
    input: search({ account_id: optional(id('Ví')), ...adjustmentFilters }, ['created_at', 'amount']),
    output: pageOf(WalletAdjustment, ['amount']),
    errors: ['from_exceeds_to'],
  }),
  approveAdjustment: write('POST adjustment/approve', {
    stepUp: true,
    title: 'Duyệt điều chỉnh số dư ví',
    may: walletPage.approve,
    input: Approval,
    output: WalletAdjustment,
    errors: decision_errors,
  }),
  rejectAdjustment: write('POST adjustment/reject', {
    title: 'Từ chối điều chỉnh số dư ví',
    may: walletPage.approve,
    input: Rejection,
    output: WalletAdjustment,
    errors: decision_errors,
  }),
})
