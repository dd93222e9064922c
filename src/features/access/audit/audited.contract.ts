/** All audited tables, collected from the areas. */
import type { AuditedArea, AuditedNames, AuditedTable, ShownRecord } from '#contract/audited.ts'
import type { FieldInfo } from '#contract/schema.ts'
import { closeRecords } from '#features/close/records.contract.ts'
import { contentRecords } from '#features/content/records.contract.ts'
import { customerRecords } from '#features/customers/records.contract.ts'
import { orderRecords } from '#features/orders/records.contract.ts'
import { partnerRecords } from '#features/partners/records.contract.ts'
import { reportRecords } from '#features/reports/records.contract.ts'
import { resultRecords } from '#features/results/records.contract.ts'
import { rewardRecords } from '#features/rewards/records.contract.ts'
import { settingRecords } from '#features/settings/records.contract.ts'
import { ticketRecords } from '#features/tickets/records.contract.ts'
import { walletRecords } from '#features/wallets/records.contract.ts'
import { accessRecords } from '../records.contract.ts'

const areas: readonly AuditedArea[] = [
  accessRecords,
  partnerRecords,
  resultRecords,
  ticketRecords,
  orderRecords,
  walletRecords,
  rewardRecords,
  contentRecords,
  customerRecords,
  settingRecords,
  closeRecords,
  reportRecords,
]

/** Columns that many tables have. */
const common_columns: Record<string, FieldInfo> = {
  created_by: { kind: 'id', label: 'Người tạo' },
  changed_by: { kind: 'id', label: 'Người sửa dòng' },
  approved_by: { kind: 'id', label: 'Người duyệt' },
  approved_at: { kind: 'moment', label: 'Ngày duyệt' },
  decided_by: { kind: 'id', label: 'Người duyệt' },
  confirmed_by: { kind: 'id', label: 'Người xác nhận' },
  started_by: { kind: 'id', label: 'Người đối soát' },
  resolved_by: { kind: 'id', label: 'Người kết luận' },
  updated_by: { kind: 'id', label: 'Người cập nhật' },
  updated_at: { kind: 'moment', label: 'Ngày cập nhật' },
  created_at: { kind: 'moment', label: 'Ngày tạo' },
  cancelled_by: { kind: 'id', label: 'Người hủy' },
  rejected_by: { kind: 'id', label: 'Người từ chối' },
  ended_by: { kind: 'id', label: 'Người hoàn, hủy' },
  closed_by: { kind: 'id', label: 'Người chốt' },
  closed_at: { kind: 'moment', label: 'Chốt lúc' },
  amount: { kind: 'money', label: 'Số tiền' },
  note: { kind: 'note', label: 'Ghi chú' },
  version: { kind: 'count', label: 'Phiên bản' },
  name: { kind: 'text', label: 'Tên' },
  value: { kind: 'text', label: 'Giá trị' },
}

export const auditedTables: Readonly<Record<string, AuditedTable>> = Object.assign(
  {},
  ...areas.map(({ tables }) => tables),
)

export const auditedColumns: Readonly<Record<string, FieldInfo>> = Object.assign(
  {},
  common_columns,
  ...areas.map(({ columns }) => columns),
)

export const auditedNames: readonly AuditedNames[] = Object.values(auditedTables).flatMap(({ names }) => names ?? [])

/** The tables whose records are shown on a page, by their names. */
export const shownRecords: Readonly<Record<string, ShownRecord>> = Object.fromEntries(
  Object.entries(auditedTables).flatMap(([table, { shown }]) => (shown ? [[table, shown]] : [])),
)
