/** The business's own bank accounts: into which customers pay, and from which prizes are paid out. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  accountNumber,
  activation,
  choice,
  count,
  id,
  moment,
  money,
  optional,
  partial,
  text,
} from '#contract/fields.ts'
import { depositBankPage, mbAccountPage, rewardBankPage } from '#features/partners/pages.contract.ts'

export const bankConfigType = { deposit: 1, reward: 2 } as const

const kind = () =>
  choice('Loại', [
    [bankConfigType.deposit, 'Nạp tiền'],
    [bankConfigType.reward, 'Nhận thưởng'],
  ])

const details = {
  bank_id: id('Ngân hàng'),
  account_number: accountNumber('Số tài khoản'),
  account_name: text('Chủ tài khoản', 100),
  /** What a transfer's picture carries: banks take no more. */
  content: optional(text('Nội dung mẫu', 25)),
}

export const last_position = 9999
const position = () => count('Thứ tự', last_position)

export const BankConfigDraft = z.object({
  type: kind(),
  ...details,
  /** Empty: last. */
  position: optional(position()),
  status: z.prefault(activation(), 1),
})

export const BankConfigChange = z.object({
  ...partial({ ...details, position: position(), status: activation() }),
  bank_config_id: id(),
  version: id('Phiên bản'),
})

export const BankConfig = z.object({
  bank_config_id: id('STT'),
  type: kind(),
  ...details,
  position: position(),
  short_name: text('Ngân hàng', 50),
  bin: text('BIN', 6),
  status: activation(),
  created_by_name: z.nullable(text('Người tạo', 100)),
  created_at: moment('Ngày tạo'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})

/** An account of the business at MB Bank, with what the bank last said it holds. */
export const MbAccount = z.object({
  account_number: accountNumber('Số tài khoản'),
  account_name: text('Tên tài khoản', 100),
  balance: z.nullable(money('Số dư')),
  synced_at: z.nullable(moment('Lần đồng bộ cuối')),
  status: activation(),
})

const one = z.object({ bank_config_id: id() })

export const bankConfig = calls('cms/bank_config', {
  list: read('GET list', {
    title: 'Danh sách tài khoản ngân hàng',
    may: [depositBankPage.view, rewardBankPage.view],
    input: search({ type: kind(), status: optional(activation()) }, ['position', 'account_name', 'created_at']),
    output: pageOf(BankConfig),
    errors: ['no_right'],
  }),
  detail: read('POST detail', {
    title: 'Chi tiết tài khoản ngân hàng',
    may: [depositBankPage.view, rewardBankPage.view],
    input: one,
    output: BankConfig,
    errors: ['not_found'],
  }),
  add: write('POST add', {
    title: 'Thêm tài khoản ngân hàng',
    may: [depositBankPage.add, rewardBankPage.add],
    input: BankConfigDraft,
    output: BankConfig,
    errors: ['bank_account_exists', 'no_right'],
  }),
  update: write('POST update', {
    title: 'Sửa tài khoản ngân hàng',
    may: [depositBankPage.update, rewardBankPage.update],
    input: BankConfigChange,
    output: BankConfig,
    errors: ['bank_account_exists', 'not_found', 'changed_by_other'],
  }),
  delete: write('POST delete', {
    title: 'Xóa tài khoản ngân hàng',
    may: [depositBankPage.remove, rewardBankPage.remove],
    input: one,
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
