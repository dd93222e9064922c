/** The area's tables as the audit log speaks of them. */
import type { AuditedArea } from '#contract/audited.ts'
import { roleNames } from '#contract/page.ts'
import { Account, account, Schedule, schedule } from './account/account.contract.ts'
import { accountPage } from './pages.contract.ts'
import { Factor, FactorReset } from './second-factor/second-factor.contract.ts'
import { Group, group } from './group/group.contract.ts'
import { groupPage } from './pages.contract.ts'

export const accessRecords: AuditedArea = {
  tables: {
    app_user: {
      naming: { key: 'user_id', column: 'user_name' },
      title: 'Tài khoản',
      row: Account,
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
      naming: { key: 'group_id', column: 'group_name' },
      title: 'Nhóm người dùng',
      row: Group,
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
    second_factor: { title: 'Cách xác minh thứ hai', row: Factor },
    factor_reset: { title: 'Yêu cầu gỡ bước xác minh thứ hai', row: FactorReset },
    access_review: { title: 'Rà soát quyền' },
    group_member: { title: 'Thành viên nhóm' },
    group_page: { title: 'Quyền của nhóm' },
    user_page: { title: 'Quyền của người dùng kho' },
    schedule: {
      naming: { key: 'schedule_id', column: 'schedule_name' },
      title: 'Ca làm việc',
      row: Schedule,
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
    quarter: { kind: 'text', label: 'Quý' },
    right_count: { kind: 'count', label: 'Số quyền' },
    rights_digest: { kind: 'text', label: 'Dấu của các quyền' },
    reviewed_by: { kind: 'id', label: 'Người rà soát' },
    reviewed_at: { kind: 'moment', label: 'Rà soát lúc' },
    factor_id: { kind: 'id', label: 'Cách xác minh' },
    factor_name: { kind: 'text', label: 'Tên gợi nhớ' },
    secret: { kind: 'secret', label: 'Khóa bí mật' },
    credential_id: { kind: 'secret', label: 'Khóa truy cập' },
    public_key: { kind: 'secret', label: 'Khóa công khai' },
    last_step: { kind: 'count', label: 'Mã dùng gần nhất' },
    sign_count: { kind: 'count', label: 'Số lần ký' },
    transports: { kind: 'text', label: 'Cách kết nối' },
    used_at: { kind: 'moment', label: 'Dùng gần nhất' },
    confirmed_at: { kind: 'moment', label: 'Xác nhận lúc' },
    seen_at: { kind: 'moment', label: 'Chủ tài khoản đã thấy' },
    factor_due_at: { kind: 'moment', label: 'Hạn thiết lập bước xác minh thứ hai' },
    password_hash: { kind: 'secret', label: 'Mật khẩu' },
    deleted_at: { kind: 'moment', label: 'Ngày xóa' },
    password_until: { kind: 'moment', label: 'Mật khẩu tạm dùng đến' },
  },
}
