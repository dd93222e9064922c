import * as z from 'zod/mini'
import { ImportReport } from '#contract/bulk.ts'
import { calls, max_bulk_rows, pageOf, read, search, write } from '#contract/call.ts'
import { choice, flag, id, list, moment, note, optional, phone, seenVersion, text } from '#contract/fields.ts'
import { customerGroupPage } from '../pages.contract.ts'

const msisdn = () => phone('SĐT')
const key = { account_id: id('Khách trong nhóm') }
const group = () => id('Nhóm khách hàng')

/** A customer in a VIP group; the name is that of their wallet. */
export const Member = z.object({
  ...key,
  msisdn: msisdn(),
  full_name: z.nullable(text('Họ tên', 100)),
  group_vip_id: group(),
  group_name: text('Nhóm', 30),
  note: z.nullable(note('Ghi chú', 200)),
  created_by_name: z.nullable(text('Người thêm', 100)),
  created_at: moment('Vào nhóm'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})
export type MemberRow = z.output<typeof Member>

/** One row of the file from which members are imported. */
export const MemberImportRow = z.object({ msisdn: msisdn() })

/** The group whose fees apply to a phone number. */
const Customer = z.object({
  msisdn: msisdn(),
  group_vip_id: z.nullable(group()),
  group_name: z.nullable(text('Nhóm', 30)),
  /** Why this group applies to them. */
  by: choice('Vì', [
    ['member', 'Là khách trong nhóm'],
    ['inactive', 'Nhóm VIP của khách chưa kích hoạt, nên theo nhóm mặc định'],
    ['rest', 'Không thuộc nhóm VIP nào'],
  ]),
  member: z.nullable(Member),
})

export const groupVipAccount = calls('cms/group_vip_account', {
  list: read('GET get_list', {
    title: 'Khách trong nhóm',
    may: customerGroupPage.view,
    input: search({ group_vip_id: optional(group()) }, ['created_at', 'msisdn']),
    output: pageOf(Member),
  }),
  detail: read('GET get_detail', {
    title: 'Chi tiết khách trong nhóm',
    may: customerGroupPage.view,
    input: z.object(key),
    output: Member,
    errors: ['not_found'],
  }),
  /** By POST and with a list of one, so that the phone number is in no address. */
  customer: read('POST customer', {
    title: 'Nhóm của một khách hàng',
    may: customerGroupPage.view,
    input: z.object({ msisdn: list('SĐT', msisdn(), 1).check(z.minLength(1)) }),
    output: Customer,
    errors: ['no_right'],
  }),
  /** Up to 500 numbers; valid ones are added, each of the others gets its reason. */
  add: write('POST add_account', {
    title: 'Thêm khách vào nhóm',
    may: customerGroupPage.add,
    input: z.object({
      group_vip_id: group(),
      msisdn: list('SĐT', msisdn(), max_bulk_rows),
      dry_run: optional(flag('Chỉ thử')),
    }),
    output: ImportReport,
    errors: ['no_right', 'group_not_found', 'action_invalid'],
  }),
  update: write('POST update_account', {
    title: 'Chuyển nhóm, ghi chú khách trong nhóm',
    may: customerGroupPage.update,
    input: z.object({
      ...key,
      version: seenVersion(),
      group_vip_id: z.optional(group()),
      note: optional(note('Ghi chú', 200)),
    }),
    output: Member,
    errors: ['not_found', 'changed_by_other', 'group_not_found', 'action_invalid'],
  }),
  delete: write('GET delete_account', {
    title: 'Gỡ khách khỏi nhóm',
    may: customerGroupPage.remove,
    input: z.object(key),
    errors: ['not_found'],
  }),
})
