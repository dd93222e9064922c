import * as z from 'zod/mini'
import { importInput, ImportReport } from '#contract/bulk.ts'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  activation,
  choice,
  count,
  email,
  flag,
  id,
  list,
  note,
  optional,
  partial,
  payable,
  phone,
  seenVersion,
  status,
  text,
} from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { partnerStatementPage } from '#features/close/pages.contract.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import {
  bankAccount,
  bankAccountAnswer,
  newBankAccount,
} from '#features/partners/bank-account/bank-account.contract.ts'
import { dataPermissionPage, partnerPage, posPage } from '#features/partners/pages.contract.ts'
import { isTaxCode } from './tax-code.rules.ts'

const code = () => text('Mã đại lý', 20)
const name = () => text('Tên đại lý', 200)
const kind = () =>
  choice('Loại đại lý', [
    [1, 'Đại lý cấp 1'],
    [2, 'Đại lý cấp 2'],
    [3, 'Đại lý cấp 3'],
  ])
const taxCode = () => text('Mã số thuế', 14).check(z.refine(isTaxCode, 'Mã số thuế không đúng'))
const statementPeriod = () =>
  choice('Kỳ đối soát tự lập', [
    [1, 'Ngày'],
    [2, 'Tuần (từ thứ hai)'],
    [3, 'Tháng'],
  ])
const limit = () => count('Hạn mức số điểm bán', 1_000_000)

export const PartnerRecord = record('partner', 'partner_id', {
  partner_code: code(),
  partner_name: name(),
  tax_code: optional(taxCode()),
  representative: optional(text('Người đại diện', 100)),
  email: optional(email('Email')),
  address: optional(text('Địa chỉ', 255)),
  province_id: optional(id('Tỉnh/Thành phố')),
  district_id: optional(id('Quận/Huyện')),
  /** Null for no limit. */
  pos_limit: optional(limit()),
  /** The debt in đồng that is allowed beyond the deposit; null for none. */
  debt_limit: optional(payable('Hạn mức nợ')),
  /** The period of automatic statements; null when people prepare them. */
  statement_period: optional(statementPeriod()),
  note: optional(note('Ghi chú', 500)),
  partner_type: z.prefault(kind(), 1),
  status: z.prefault(activation(), 1),
})

const sentPhone = { phone_int: optional(phone('Số điện thoại')) }

export const PartnerDraft = z.object({ ...PartnerRecord.Draft.shape, ...sentPhone })
const PartnerChange = z.object({ ...PartnerRecord.Change.shape, ...sentPhone })

export const Partner = z.object({
  ...PartnerRecord.Row.shape,
  phone_number: z.nullable(phone('Số điện thoại')),
  province_name: z.nullable(text('Tỉnh/Thành phố', 100)),
  district_name: z.nullable(text('Quận/Huyện', 100)),
  pos_count: count('Số điểm bán'),
})

export const PartnerBank = z.object({ partner_bank_id: id(), partner_id: id(), ...bankAccountAnswer })

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
  /** Null of one that can be added. */
  partner_name: z.nullable(text('Đại lý', 200)),
})

/** One row of the file from which partners are imported. */
export const PartnerImportRow = z.object({
  partner_code: code(),
  partner_name: name(),
  partner_type: kind(),
  tax_code: optional(taxCode()),
  representative: optional(text('Người đại diện', 100)),
  phone_int: optional(phone('Số điện thoại')),
  email: optional(email('Email')),
  address: optional(text('Địa chỉ', 255)),
  province_name: optional(text('Tỉnh/Thành phố', 100)),
  district_name: optional(text('Quận/Huyện', 100)),
  pos_limit: optional(limit()),
})

const change_errors = [
  'partner_exists',
  'partner_not_found',
  'pos_quantity_exceeded',
  'changed_by_other',
  'no_right',
] as const

export const partner = calls('cms/partner', {
  list: read('GET list', {
    title: 'Danh sách đại lý',
    may: [partnerPage.view, posPage.view, accountPage.view, dataPermissionPage.view, partnerStatementPage.view],
    /** The list is scoped by the signed-in user; `UserID` is sent by partners' clients and ignored. */
    input: search(
      {
        UserID: optional(id('Người dùng')),
        /** Only the selected one, to show its name. */
        only_id: optional(id('Đại lý')),
        status: optional(activation()),
        partner_type: optional(kind()),
        province_id: optional(id('Tỉnh/Thành phố')),
        district_id: optional(id('Quận/Huyện')),
      },
      ['partner_code', 'partner_name', 'pos_count', 'created_at'],
    ),
    output: pageOf(Partner, ['pos_count']),
  }),
  detail: read('GET detail', {
    title: 'Chi tiết đại lý',
    may: partnerPage.view,
    input: z.object({ partner_id: id() }),
    output: z.object({ partner_info: Partner, banks: list('Ngân hàng', PartnerBank) }),
    errors: ['partner_not_found'],
  }),
  add: write('POST add', {
    title: 'Thêm đại lý',
    may: partnerPage.add,
    within: 'partner_info',
    input: PartnerDraft,
    output: Partner,
    errors: ['partner_exists', 'no_right'],
  }),
  update: write('POST update', {
    title: 'Sửa đại lý',
    may: partnerPage.update,
    within: 'partner_info',
    input: PartnerChange,
    output: Partner,
    errors: change_errors,
  }),
  delete: write('GET delete', {
    title: 'Xóa đại lý',
    may: partnerPage.remove,
    input: z.object({ partner_id: id() }),
    errors: ['partner_not_found', 'partner_has_pos', 'has_orders', 'action_invalid', 'no_right'],
  }),
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
    input: search({ partner_id: id(), all: optional(flag('Cả người dùng đã có đại lý')) }),
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
  import: write('POST import', {
    title: 'Nhập đại lý từ tệp',
    may: partnerPage.add,
    input: importInput(PartnerImportRow),
    output: ImportReport,
    errors: ['no_right'],
  }),
})
