/** The people from whom a group's members are chosen. Separate from the groups, because lists of accounts need only those. */
import { calls, pageOf, read, search, unpaged } from '#contract/call.ts'
import { flag, id, optional } from '#contract/fields.ts'
import { GroupUser } from './group.contract.ts'
import { groupPage } from '../pages.contract.ts'

export const groupUsers = calls('cms/group_users', {
  /** Everyone the caller may see, with a mark on the group's members; without a group, no marks. */
  list: read('GET list', {
    title: 'Người dùng của nhóm',
    may: groupPage.view,
    input: search({ group_id: optional(id('Mã nhóm')), members_only: optional(flag('Chỉ thành viên')) }, [], unpaged),
    output: pageOf(GroupUser),
    errors: ['group_not_found'],
  }),
})
