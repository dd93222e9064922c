import * as z from 'zod/mini'
import { importInput, ImportReport } from '#contract/bulk.ts'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { activation, choice, count, email, id, list, note, optional, payable, phone, text } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { partnerStatementPage } from '#features/close/pages.contract.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import { bankAccountAnswer } from '#features/partners/bank-account/bank-account.contract.ts'
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
    [2, 'Tuần (từ thứ 2)'],
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
  'proof_required',
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
    errors: ['partner_exists', 'no_right', 'proof_required'],
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
  import: write('POST import', {
    title: 'Nhập đại lý từ tệp',
    may: partnerPage.add,
    input: importInput(PartnerImportRow),
    output: ImportReport,
    errors: ['no_right'],
  }),
})
