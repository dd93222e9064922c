import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { activation, choice, count, note, optional, plainName } from '#contract/fields.ts'
import { record } from '#contract/record.ts'
import { customerGroupPage } from '../pages.contract.ts'

/** A VIP group has members; the default group applies to everybody else. */
export const groupType = { vip: 1, rest: 2 } as const

const type = () =>
  choice('Loại', [
    [groupType.vip, 'VIP'],
    [groupType.rest, 'Mặc định'],
  ])

export const GroupRecord = record('group_vip', 'group_vip_id', {
  name: plainName('Tên nhóm', 30),
  type: type(),
  description: optional(note('Mô tả', 100)),
  status: z.prefault(activation(), 1),
})

export const Group = z.object({
  ...GroupRecord.Row.shape,
  /** Null for the default group, which has no list of members. */
  member_count: count('Số khách'),
  /** The rules in force now. */
  fee_count: count('Số quy tắc phí'),
})

const errors = ['group_exists', 'default_group_exists', 'action_invalid', 'no_right'] as const

export const groupVip = calls('cms/group_vip', {
  list: read('GET get_list', {
    title: 'Danh sách nhóm khách hàng',
    may: customerGroupPage.view,
    input: search({ type: optional(type()), status: optional(activation()) }, ['name', 'created_at', 'updated_at']),
    output: pageOf(Group),
  }),
  detail: read('GET get_detail', {
    title: 'Chi tiết nhóm khách hàng',
    may: customerGroupPage.view,
    input: GroupRecord.Key,
    output: Group,
    errors: ['not_found'],
  }),
  add: write('POST add', {
    title: 'Thêm nhóm khách hàng',
    may: customerGroupPage.add,
    input: GroupRecord.Draft,
    output: Group,
    errors,
  }),
  update: write('POST update', {
    title: 'Sửa nhóm khách hàng',
    may: customerGroupPage.update,
    input: GroupRecord.Change,
    output: Group,
    errors: [...errors, 'group_has_users', ...GroupRecord.conflicts],
  }),
  delete: write('GET delete', {
    title: 'Xóa nhóm khách hàng',
    may: customerGroupPage.remove,
    input: GroupRecord.Key,
    errors: ['not_found', 'group_has_users', 'action_invalid', 'no_right'],
  }),
})
