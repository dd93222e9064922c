/** Customers' wallets: their balances and history. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  accountNumber,
  choice,
  day,
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
import { walletHistoryPage, walletPage } from '#features/wallets/pages.contract.ts'
import { walletOwner, walletState } from './wallet-status.contract.ts'

export const Wallet = z.object({
  ...walletOwner,
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
  ...walletOwner,
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

const key = { account_id: id('Ví') }

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
    input: z.object(key),
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
  updateStatus: write('POST updateStatus', {
    title: 'Khóa, mở khóa ví',
    may: walletPage.approve,
    input: z.object({ ...key, status: walletState(), reason: note('Lý do', 500), version: id('Phiên bản') }),
    output: Wallet,
    errors: ['not_found', 'changed_by_other', 'action_invalid'],
  }),
})
