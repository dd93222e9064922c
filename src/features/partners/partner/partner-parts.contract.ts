/** What belongs to a partner: its bank accounts, points of sale and users. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, unpaged, write } from '#contract/call.ts'
import { flag, id, optional, partial, phone, seenVersion, status, text } from '#contract/fields.ts'
import { bankAccount, newBankAccount } from '#features/partners/bank-account/bank-account.contract.ts'
import { partnerPage } from '#features/partners/pages.contract.ts'
import { PartnerBank } from './partner.contract.ts'

export const PartnerUser = z.object({
  user_id: id('STT'),
  user_name: text('Tên đăng nhập', 50),
  full_name: text('Họ và tên', 100),
  phone_number: z.nullable(phone('Số điện thoại')),
  status: status('Trạng thái', [
    [1, 'Hoạt động', 'green'],
    [0, 'Đã khóa', 'red'],
    [2, 'Chờ duyệt', 'amber'],
  ]),
})

const PartnerUserToAdd = z.extend(PartnerUser, {
  /** The partner that the user belongs to; null where there is none yet, so that the user can be added. */
  partner_name: z.nullable(text('Đại lý', 200)),
})

export const partnerParts = calls('cms/partner', {
  addBank: write('POST add_bank', {
    title: 'Thêm tài khoản ngân hàng của đại lý',
    may: partnerPage.update,
    input: z.object({ partner_id: id(), ...newBankAccount }),
    output: PartnerBank,
    errors: ['partner_not_found', 'bank_account_type_exists'],
  }),
  updateBank: write('POST update_bank', {
    title: 'Sửa tài khoản ngân hàng của đại lý',
    may: partnerPage.update,
    input: z.object({ partner_bank_id: id(), version: seenVersion(), ...partial(bankAccount) }),
    output: PartnerBank,
    errors: ['not_found', 'bank_account_type_exists', 'changed_by_other'],
  }),
  deleteBank: write('GET delete_bank', {
    title: 'Xóa tài khoản ngân hàng của đại lý',
    may: partnerPage.update,
    input: z.object({ partner_bank_id: id() }),
    errors: ['not_found'],
  }),
  /** Assigns a point of sale that has no partner yet. */
  addPos: write('GET add_pos', {
    title: 'Gán điểm bán cho đại lý',
    may: partnerPage.update,
    input: z.object({ partner_id: id(), pos_id: id() }),
    errors: ['partner_not_found', 'pos_not_found', 'pos_quantity_exceeded', 'action_invalid', 'no_right'],
  }),
  deletePos: write('GET delete_pos', {
    title: 'Gỡ điểm bán khỏi đại lý',
    may: partnerPage.update,
    input: z.object({ partner_id: id(), pos_id: id() }),
    errors: ['partner_not_found', 'pos_not_found', 'pos_not_in_partner', 'no_right'],
  }),
  users: read('GET list_user', {
    title: 'Người dùng của đại lý',
    may: partnerPage.view,
    input: search({ partner_id: id() }),
    output: pageOf(PartnerUser),
    errors: ['partner_not_found'],
  }),
  usersOutside: read('GET list_user_not_in_partner', {
    title: 'Người dùng chưa thuộc đại lý nào',
    may: partnerPage.view,
    input: search({ partner_id: id(), all: optional(flag('Cả người dùng đã có đại lý')) }, [], unpaged),
    output: pageOf(PartnerUserToAdd),
    errors: ['partner_not_found'],
  }),
  addUser: write('GET add_user', {
    title: 'Thêm người dùng vào đại lý',
    may: partnerPage.update,
    input: z.object({ partner_id: id(), user_id: id() }),
    errors: ['partner_not_found', 'user_not_found', 'action_invalid', 'no_right'],
  }),
  /** Also locks the account, because without its partner it would see everybody's data. */
  deleteUser: write('GET delete_user', {
    title: 'Gỡ người dùng khỏi đại lý',
    may: partnerPage.update,
    input: z.object({ partner_id: id(), user_id: id() }),
    errors: ['partner_not_found', 'user_not_found', 'no_right'],
  }),
})
