/** Why an action on a ticket group or its slip is not possible now; shown by the screen, refused by the server. */
import { whyNotSecondPerson, type Decider } from '#contract/person.ts'
import { ticketGroupStatus, ticketGroupKind, groupSlipStatus } from './ticket-group.contract.ts'

type Status = (typeof ticketGroupStatus)[keyof typeof ticketGroupStatus]
export type TicketGroupKind = (typeof ticketGroupKind)[keyof typeof ticketGroupKind]

/** The number of last digits that all tickets of this kind share at a station. */
export function digitsOfKind(kind: TicketGroupKind, number_length: number): number {
  return kind === ticketGroupKind.ten_heads ? number_length - 1 : number_length
}

/** The number of tickets of this kind at a station with so many series. */
export function ticketsOfKind(kind: TicketGroupKind, series_count: number): number {
  return kind === ticketGroupKind.ten_heads ? series_count * 10 : series_count
}

/** The number for people: a dot stands for any first digit. */
export function groupNumber({ kind, number }: { kind: TicketGroupKind; number: string }): string {
  return kind === ticketGroupKind.ten_heads ? `•${number}` : number
}

type SlipStatus = (typeof groupSlipStatus)[keyof typeof groupSlipStatus]

/** Null while the slip waits for approval, which is the only time when it can be deleted. */
export function whyNotDeleteSlip({ status }: { status: SlipStatus }): string | null {
  if (status === groupSlipStatus.waiting) return null
  return status === groupSlipStatus.approved ? 'Phiếu đã được duyệt: hãy hoàn từng cặp.' : 'Phiếu đã xóa.'
}

interface SlipMakers {
  status: SlipStatus
  created_by: number | null
  changed_by: readonly number[]
  /** Whether the period is open, as lists know it; the server checks the period itself. */
  blocked?: string | null
}

/** Neither the slip's maker nor people who changed its groups may approve it. */
export function whyNotApprove({ status, created_by, changed_by, blocked }: SlipMakers, me: Decider): string | null {
  if (status !== groupSlipStatus.waiting)
    return status === groupSlipStatus.approved ? 'Phiếu đã được duyệt.' : 'Phiếu đã xóa.'
  const editorReasons = changed_by.map((editor) =>
    whyNotSecondPerson(editor, me, 'Người sửa phiếu không được tự duyệt phiếu mình đã sửa.'),
  )
  const makerReason = whyNotSecondPerson(created_by, me, 'Người lập phiếu không được tự duyệt phiếu của mình.')
  return makerReason ?? editorReasons.find((why) => why !== null) ?? blocked ?? null
}

const reason_by_status: Partial<Record<Status, string>> = {
  [ticketGroupStatus.sold_out]: 'Cặp đã bán hết.',
  [ticketGroupStatus.unsold]: 'Kỳ đã ngừng bán.',
  [ticketGroupStatus.calculated]: 'Vé đã được tính thưởng.',
  [ticketGroupStatus.returned]: 'Cặp đã hoàn.',
  [ticketGroupStatus.return_pending]: 'Cặp đang chờ hoàn.',
  [ticketGroupStatus.deleted]: 'Cặp đã xóa.',
  [ticketGroupStatus.split]: 'Cặp đã tách lẻ.',
}

interface GroupState {
  status: Status
  sold: number
}

export function whyNotChange({ status }: GroupState): string | null {
  return reason_by_status[status] ?? null
}

/** The number can be changed only before approval, because afterwards its tickets carry it. */
export function whyNotRename({ status }: Pick<GroupState, 'status'>): string | null {
  return status === ticketGroupStatus.waiting ? null : 'Cặp đã duyệt, không đổi số được.'
}

export function whyNotReprice({ sold }: Pick<GroupState, 'sold'>): string | null {
  return sold > 0 ? 'Cặp có vé đã bán, không đổi giá được.' : null
}

type GroupStock = GroupState & { in_stock: number; quantity: number }

/** A group can be returned, transferred or split only when nothing of it is sold, returned or on a return slip. */
export function whyNotMoveWhole({ status, sold, in_stock, quantity }: GroupStock): string | null {
  if (status === ticketGroupStatus.waiting) return 'Cặp chưa được duyệt.'
  const reason = reason_by_status[status] ?? (sold > 0 ? 'Cặp có vé đã bán.' : null)
  return reason ?? (in_stock < quantity ? 'Cặp đã hoàn hoặc đang chờ hoàn.' : null)
}

export function whyNotDelete({ status }: Pick<GroupState, 'status'>): string | null {
  if (status === ticketGroupStatus.on_sale) return 'Cặp đang bán: hãy hoàn bằng phiếu hoàn vé.'
  return reason_by_status[status] ?? null
}
