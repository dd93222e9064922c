/** Why something cannot be done to a slip now: the screen shows it, the server refuses with it. */
import { allowed } from '#contract/life.ts'
import { importLife, importStatus, type ImportStatus } from './ticket-import.contract.ts'

interface Made {
  status: ImportStatus
  created_by: number | null
  changed_by: readonly number[]
}

const past: Record<ImportStatus, string> = {
  [importStatus.waiting]: '',
  [importStatus.approved]: 'Phiếu đã được duyệt.',
  [importStatus.failed]: 'Phiếu nhập lỗi, hãy sửa trước khi duyệt lại.',
  [importStatus.partly_returned]: 'Phiếu đã được duyệt và trả một phần.',
  [importStatus.returned]: 'Phiếu đã trả hết vé.',
  [importStatus.deleted]: 'Phiếu đã xóa.',
}

/** Four eyes: neither who made the slip nor who changed its lines may approve it. */
export function whyNotApprove(slip: Made, user_id: number | null): string | null {
  if (!allowed(importLife.approve, slip.status)) return past[slip.status]
  if (user_id === null) return null
  if (slip.created_by === user_id) return 'Người lập phiếu không được tự duyệt phiếu của mình.'
  return slip.changed_by.includes(user_id) ? 'Người sửa phiếu không được tự duyệt phiếu mình đã sửa.' : null
}

export function whyNotChange({ status }: Pick<Made, 'status'>): string | null {
  return allowed(importLife.change, status) ? null : past[status]
}

export function whyNotDelete({ status }: Pick<Made, 'status'>): string | null {
  return allowed(importLife.delete, status) ? null : past[status]
}

export function whyNotReturn({ status }: Pick<Made, 'status'>): string | null {
  if (allowed(importLife.giveBack, status)) return null
  return status === importStatus.waiting ? 'Phiếu chưa được duyệt.' : past[status]
}
