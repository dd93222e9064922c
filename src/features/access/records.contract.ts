/** The area's tables as the audit log speaks of them. */
import type { AuditedArea } from '#contract/audited.ts'
import { roleNames } from '#contract/page.ts'
import { Account, account, accountPage, Schedule, schedule } from './account/account.contract.ts'
import { Group, group, groupPage } from './group/group.contract.ts'

export const accessRecords: AuditedArea = {
  tables: {
    app_user: {
      known: { key: 'user_id', by: 'user_name' },
      title: 'Tài khoản',
      of: Account,
      shown: {
        may: [accountPage.view],
        key: 'user_id',
        parts: [
          { table: 'group_member', position: 2 },
          { table: 'user_page', position: 1 },
        ],
        is_scoped: true,
        owner: 'app_user',
      },
      names: { list: account.list, key: 'user_id', name: 'user_name' },
    },
    user_group: {
      known: { key: 'group_id', by: 'group_name' },
      title: 'Nhóm người dùng',
      of: Group,
      shown: {
        may: [groupPage.view],
        key: 'group_id',
        parts: [
          { table: 'group_member', position: 1, names: { table: 'app_user', key: 'user_id', position: 2 } },
          { table: 'group_page', position: 1 },
        ],
      },
      names: { list: group.list, key: 'group_id', name: 'group_name' },
    },
    group_member: { title: 'Thành viên nhóm' },
    group_page: { title: 'Quyền của nhóm' },
    user_page: { title: 'Quyền của người dùng kho' },
    schedule: {
      known: { key: 'schedule_id', by: 'schedule_name' },
      title: 'Ca làm việc',
      of: Schedule,
      names: { list: schedule.list, key: 'schedule_id', name: 'schedule_name' },
    },
  },
  columns: {
    user_id: { kind: 'id', label: 'Người dùng' },
    group_id: { kind: 'id', label: 'Nhóm' },
    page_id: { kind: 'id', label: 'Trang' },
    schedule_id: { kind: 'id', label: 'Ca làm việc' },
    role_id: {
      kind: 'choice',
      label: 'Quyền',
      options: Object.entries(roleNames).map(([role, label]) => ({ value: Number(role), label })),
    },
    password_hash: { kind: 'secret', label: 'Mật khẩu' },
    deleted_at: { kind: 'moment', label: 'Ngày xóa' },
    password_until: { kind: 'moment', label: 'Mật khẩu tạm dùng đến' },
  },
}
