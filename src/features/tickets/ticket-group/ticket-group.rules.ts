/** What can be done with a set or a slip of sets now, and why not: the screen shows it, the server refuses with it. */
import { groupStatus, setKind, slipStatus } from './ticket-group.contract.ts'

type Status = (typeof groupStatus)[keyof typeof groupStatus]
export type Kind = (typeof setKind)[keyof typeof setKind]

/** How many digits all tickets of such a set end with, at a station whose numbers have so many. */
export function digitsOfSet(kind: Kind, number_length: number): number {
  return kind === setKind.ten_heads ? number_length - 1 : number_length
}

/** How many tickets such a set has at a station that prints so many series. */
export function ticketsOfSet(kind: Kind, series_count: number): number {
  return kind === setKind.ten_heads ? series_count * 10 : series_count
}

/** The number of a set as people say it: any first digit, then these. */
export function setNumber({ kind, number }: { kind: Kind; number: string }): string {
  return kind === setKind.ten_heads ? `•${number}` : number
}

type SlipStatus = (typeof slipStatus)[keyof typeof slipStatus]

export function whyNotDeleteSlip({ status }: { status: SlipStatus }): string | null {
  if (status === slipStatus.waiting) return null
  return status === slipStatus.approved ? 'Phiếu đã được duyệt: hãy xóa từng cặp.' : 'Phiếu đã xóa.'
}

/** Four eyes: neither who made the slip nor who changed its sets may approve it. */
export function whyNotApprove(
  { status, created_by, changed_by }: { status: SlipStatus; created_by: number | null; changed_by: readonly number[] },
  user_id: number,
): string | null {
  if (status !== slipStatus.waiting) return status === slipStatus.approved ? 'Phiếu đã được duyệt.' : 'Phiếu đã xóa.'
  if (created_by === user_id) return 'Người lập phiếu không được tự duyệt phiếu của mình.'
  return changed_by.includes(user_id) ? 'Người sửa phiếu không được tự duyệt phiếu mình đã sửa.' : null
}

const ended: Partial<Record<Status, string>> = {
  [groupStatus.sold_out]: 'Cặp đã bán hết.',
  [groupStatus.unsold]: 'Kỳ đã ngừng bán.',
  [groupStatus.calculated]: 'Vé đã được tính thưởng.',
  [groupStatus.deleted]: 'Cặp đã xóa.',
}

interface Set {
  status: Status
  sold: number
}

export function whyNotChange({ status }: Set): string | null {
  return ended[status] ?? null
}

/** Before the approval only: then its tickets bear it. */
export function whyNotRename({ status }: Pick<Set, 'status'>): string | null {
  return status === groupStatus.waiting ? null : 'Cặp đã duyệt, không đổi số được.'
}

export function whyNotReprice({ sold }: Pick<Set, 'sold'>): string | null {
  return sold > 0 ? 'Cặp có vé đã bán, không đổi giá được.' : null
}

export function whyNotTransfer({ status, sold }: Set): string | null {
  if (status === groupStatus.waiting) return 'Cặp chưa được duyệt.'
  return ended[status] ?? (sold > 0 ? 'Cặp có vé đã bán.' : null)
}

export function whyNotDelete({ status, sold }: Set): string | null {
  return ended[status] ?? (sold > 0 ? 'Cặp có vé đã bán.' : null)
}
