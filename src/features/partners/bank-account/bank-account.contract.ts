/** The fields of a bank account, the same for partners and points of sale. */
import * as z from 'zod/mini'
import { accountNumber, activation, choice, id, text } from '#contract/fields.ts'

/** An owner has at most one account of each purpose. */
const purpose = () =>
  choice('Loại tài khoản', [
    [1, 'Nhận doanh thu'],
    [2, 'Nhận hoa hồng'],
    [3, 'Nhận trả thưởng'],
  ])

export const bankAccount = {
  account_type: purpose(),
  bank_id: id('Ngân hàng'),
  account_number: accountNumber('Số tài khoản'),
  account_name: text('Chủ tài khoản', 100),
  status: activation(),
}

/** A new account, active by default. */
export const newBankAccount = { ...bankAccount, status: z.prefault(activation(), 1) }

/** The same in answers, with the bank's name. */
export const bankAccountAnswer = {
  ...bankAccount,
  short_name: text('Ngân hàng', 50),
  bin: text('BIN', 6),
  version: id('Phiên bản'),
}
