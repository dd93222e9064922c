/** What apps may do for customers, at points of sale with a device that may charge wallets. They sign each request, as for orders. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import {
  accountNumber,
  choice,
  day,
  id,
  moment,
  money,
  moneyChange,
  optional,
  payable,
  phone,
  text,
} from '#contract/fields.ts'
import { transid } from '#features/orders/channel/channel.contract.ts'
import { CustomerAccount, WalletEntry, Wallet } from '#features/wallets/wallet/wallet.contract.ts'
import { withdrawalLife, withdrawalMethod } from '#features/wallets/withdrawal/withdrawal.contract.ts'

const customer = { msisdn: phone('SĐT khách hàng') }
const customerName = () => text('Họ tên khách hàng', 100)
const accountName = () => text('Chủ tài khoản', 100)
const { msisdn, full_name, status, balance, held, available, created_at } = Wallet.shape

const CustomerWallet = z.object({ msisdn, full_name, status, balance, held, available, created_at })

const Withdrawal = z.object({
  withdrawal_id: id('Yêu cầu'),
  withdrawal_code: text('Mã yêu cầu', 20),
  msisdn,
  amount: money('Số tiền'),
  fee: money('Phí'),
  status: withdrawalLife.field(),
  created_at: moment('Thời gian'),
  finished_at: z.nullable(moment('Kết thúc')),
})

const Entry = z.object({
  at: moment('Thời gian'),
  type: WalletEntry.shape.type,
  amount: moneyChange('Số tiền'),
  balance_after: money('Số dư sau'),
  held: moneyChange('Tạm giữ'),
  held_after: money('Tạm giữ sau'),
  reason: z.nullable(text('Nội dung', 500)),
})

const method = () =>
  choice('Hình thức nhận', [
    [withdrawalMethod.bank, 'Tài khoản ngân hàng'],
    [withdrawalMethod.momo, 'Ví MoMo'],
  ])

/** An account that withdrawals are paid to. */
const receiver = {
  method: method(),
  /** Required for a bank; MoMo's is known. */
  bank_id: optional(id('Ngân hàng')),
  /** At MoMo the phone number. */
  account_number: accountNumber('Số tài khoản nhận'),
  account_name: accountName(),
}

const may = 'channel'
const of_wallet = ['no_right', 'not_found'] as const
const writes = ['request_exists', 'no_right', 'not_found', 'action_invalid'] as const

export const customerChannel = calls('/api/xs/channel', {
  openWallet: write('POST /api/xs/channel/wallet/open', {
    title: 'Mở ví cho khách',
    may,
    /** If the phone number already has a wallet, it is answered unchanged. */
    input: z.strictObject({ transid: transid(), ...customer, full_name: customerName() }),
    output: CustomerWallet,
    errors: ['request_exists', 'no_right'],
  }),
  walletStatus: read('GET /api/xs/channel/wallet/status', {
    title: 'Tình trạng ví',
    may,
    input: z.strictObject(customer),
    output: CustomerWallet,
    errors: of_wallet,
  }),
  walletHistory: read('GET /api/xs/channel/wallet/history', {
    title: 'Lịch sử ví',
    may,
    input: z.strictObject({
      ...customer,
      from_date: optional(day('Từ ngày')),
      to_date: optional(day('Đến ngày')),
      page_index: z.prefault(z.int().check(z.positive(), z.maximum(100_000)), 1),
      page_size: z.prefault(z.int().check(z.positive(), z.maximum(300)), 20),
    }),
    /** Newest first. */
    output: z.object({ items: z.array(Entry) }),
    errors: [...of_wallet, 'from_exceeds_to'],
  }),
  rename: write('POST /api/xs/channel/customer/rename', {
    title: 'Đổi tên khách',
    may,
    input: z.strictObject({ transid: transid(), ...customer, full_name: customerName() }),
    output: CustomerWallet,
    errors: writes,
  }),
  /** The wallet keeps its money and history. Finished orders keep the number that they were bought with. */
  changePhone: write('POST /api/xs/channel/customer/change_phone', {
    title: 'Đổi số điện thoại của khách',
    may,
    input: z.strictObject({ transid: transid(), ...customer, new_msisdn: phone('SĐT mới') }),
    output: CustomerWallet,
    errors: [...writes, 'phone_exists'],
  }),
  accounts: read('GET /api/xs/channel/customer/account/list', {
    title: 'Tài khoản nhận tiền của khách',
    may,
    input: z.strictObject(customer),
    output: z.object({ items: z.array(CustomerAccount) }),
    errors: of_wallet,
  }),
  addAccount: write('POST /api/xs/channel/customer/account/add', {
    title: 'Lưu tài khoản nhận tiền của khách',
    may,
    input: z.strictObject({ transid: transid(), ...customer, ...receiver }),
    output: CustomerAccount,
    errors: [...writes, 'receiver_phone_invalid'],
  }),
  removeAccount: write('POST /api/xs/channel/customer/account/remove', {
    title: 'Bỏ tài khoản nhận tiền của khách',
    may,
    input: z.strictObject({ transid: transid(), ...customer, customer_account_id: id('Tài khoản') }),
    output: z.object({ items: z.array(CustomerAccount) }),
    errors: ['request_exists', 'no_right', 'not_found'],
  }),
  createDeposit: write('POST /api/xs/channel/deposit/create', {
    title: 'Yêu cầu nạp tiền',
    may,
    /** Without a chosen account, the first one of the business that takes deposits. */
    input: z.strictObject({
      transid: transid(),
      ...customer,
      amount: payable('Số tiền').check(z.positive()),
      bank_config_id: optional(id('Tài khoản nhận')),
    }),
    output: z.object({
      deposit_id: id('Yêu cầu'),
      /** The content that the transfer must have to be matched. */
      content: text('Nội dung chuyển khoản', 50),
      amount: money('Số tiền'),
      expires_at: moment('Hạn chuyển'),
      bank_name: text('Ngân hàng', 50),
      account_number: accountNumber('Số tài khoản'),
      account_name: text('Chủ tài khoản', 100),
      qr: text('VietQR', 500),
    }),
    errors: writes,
  }),
  createWithdrawal: write('POST /api/xs/channel/withdrawal/create', {
    title: 'Yêu cầu rút tiền',
    may,
    input: z.strictObject({
      transid: transid(),
      ...customer,
      amount: payable('Số tiền').check(z.positive()),
      /** A stored account, or the fields of a new one. */
      customer_account_id: optional(id('Tài khoản đã lưu')),
      method: optional(receiver.method),
      bank_id: receiver.bank_id,
      account_number: optional(receiver.account_number),
      account_name: optional(receiver.account_name),
    }),
    output: Withdrawal,
    errors: [...writes, 'amount_wrong', 'debt_not_enough', 'receiver_phone_invalid', 'request_not_found'],
  }),
  cancelWithdrawal: write('POST /api/xs/channel/withdrawal/cancel', {
    title: 'Khách hủy yêu cầu rút tiền',
    may,
    input: z.strictObject({ transid: transid(), ...customer, withdrawal_id: id('Yêu cầu') }),
    output: Withdrawal,
    errors: [
      'request_exists',
      'no_right',
      'request_not_found',
      'request_processing',
      'request_cancelling',
      'request_finished',
      'request_system_rejected',
    ],
  }),
  withdrawalStatus: read('GET /api/xs/channel/withdrawal/status', {
    title: 'Tình trạng yêu cầu rút tiền',
    may,
    input: z.strictObject({ ...customer, withdrawal_id: id('Yêu cầu') }),
    output: Withdrawal,
    errors: ['no_right', 'request_not_found'],
  }),
})
