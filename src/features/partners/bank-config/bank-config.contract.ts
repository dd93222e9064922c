/** The business's own bank accounts: those into which customers pay, and those from which prizes are paid. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { accountNumber, activation, choice, count, flag, id, moment, money, optional, text } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { depositBankPage, mbAccountPage, rewardBankPage } from '#features/partners/pages.contract.ts'

export const bankConfigType = { deposit: 1, reward: 2 } as const

const kind = () =>
  choice('Loại', [
    [bankConfigType.deposit, 'Nạp tiền'],
    [bankConfigType.reward, 'Nhận thưởng'],
  ])

export const last_position = 9999
const position = () => count('Thứ tự', last_position)

export const BankConfigRecord = record('bank_config', 'bank_config_id', {
  bank_id: id('Ngân hàng'),
  account_number: accountNumber('Số tài khoản'),
  account_name: text('Chủ tài khoản', 100),
  /** The content in the VietQR code; banks accept at most 25 characters. */
  content: optional(text('Nội dung mẫu', 25)),
  position: position(),
  status: z.prefault(activation(), 1),
})

/** A new account; without a position it is placed last. */
const BankConfigDraft = z.object({ type: kind(), ...BankConfigRecord.Draft.shape, position: optional(position()) })

export const BankConfig = z.object({
  ...BankConfigRecord.Row.shape,
  type: kind(),
  short_name: text('Ngân hàng', 50),
  bin: text('BIN', 6),
  /** Who added or changed a deposit account that no second person has confirmed yet: until then customers are not told it. */
  unconfirmed_by: z.nullable(id('Người sửa chờ xác nhận')),
  unconfirmed_by_name: z.nullable(text('Người sửa chờ xác nhận', 100)),
  /** Whether somebody else than its maker has to confirm it; false for the only deposit account while no customer has asked for a deposit. */
  needs_second: flag('Cần người khác xác nhận'),
})

/** An account of the business at MB Bank, with the balance that the bank last reported. */
export const MbAccount = z.object({
  account_number: accountNumber('Số tài khoản'),
  account_name: text('Tên tài khoản', 100),
  balance: z.nullable(money('Số dư')),
  synced_at: z.nullable(moment('Lần đồng bộ cuối')),
  status: activation(),
})

export const bankConfig = calls('cms/bank_config', {
  list: read('GET list', {
    title: 'Danh sách tài khoản ngân hàng',
    may: [depositBankPage.view, rewardBankPage.view],
    /** Without a type, accounts of all types that the person may see. */
    input: search({ type: optional(kind()), status: optional(activation()), waits: optional(flag('Chờ xác nhận')) }, [
      'position',
      'account_name',
      'created_at',
    ]),
    output: pageOf(BankConfig),
    errors: ['no_right'],
  }),
  detail: read('POST detail', {
    title: 'Chi tiết tài khoản ngân hàng',
    may: [depositBankPage.view, rewardBankPage.view],
    input: BankConfigRecord.Key,
    output: BankConfig,
    errors: ['not_found'],
  }),
  add: write('POST add', {
    stepUp: true,
    title: 'Thêm tài khoản ngân hàng',
    may: [depositBankPage.add, rewardBankPage.add],
    input: BankConfigDraft,
    output: BankConfig,
    errors: ['bank_account_exists', 'no_right'],
  }),
  update: write('POST update', {
    stepUp: true,
    title: 'Sửa tài khoản ngân hàng',
    may: [depositBankPage.update, rewardBankPage.update],
    input: BankConfigRecord.Change,
    output: BankConfig,
    errors: ['bank_account_exists', 'action_invalid', ...BankConfigRecord.conflicts],
  }),
  /** By a second person, or by the same one where none is needed any more, for a deposit account that was added, or whose bank, number or holder was changed. */
  confirm: write('POST confirm', {
    stepUp: true,
    title: 'Xác nhận tài khoản nhận tiền nạp',
    may: depositBankPage.update,
    input: z.object({ ...BankConfigRecord.Key.shape, version: id('Phiên bản') }),
    output: BankConfig,
    errors: ['action_invalid', 'no_right', ...BankConfigRecord.conflicts],
  }),
  delete: write('POST delete', {
    stepUp: true,
    title: 'Xóa tài khoản ngân hàng',
    may: [depositBankPage.remove, rewardBankPage.remove],
    input: BankConfigRecord.Key,
    errors: ['not_found'],
  }),
})

export const mbAccount = calls('cms/mbaccount', {
  list: read('GET list', {
    title: 'Tài khoản MBBank',
    may: mbAccountPage.view,
    input: search({ status: optional(activation()) }, ['account_number', 'balance', 'synced_at']),
    output: pageOf(MbAccount, ['balance']),
  }),
})
