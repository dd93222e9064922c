/** Approval of a slip of ticket groups: brings each group's tickets into stock, once. */
import { sql } from 'kysely'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Refusal } from '#contract/errors.ts'
import { refusal } from '#server/record/bulk.ts'
import { moveLocked } from '#server/record/move.ts'
import { periodRefusal } from '#features/tickets/approval.server.ts'
import type { Period } from '#features/tickets/draw-area/period.server.ts'
import { moveStock } from '#features/tickets/stock/move-stock.server.ts'
import type { LockedGroupSlip } from '#features/tickets/ticket-group/ticket-group.query.server.ts'
import {
  groupSlipLife,
  groupSlipStatus,
  ticketGroupKind,
  ticketGroupLife,
} from '#features/tickets/ticket-group/ticket-group.contract.ts'
import { whyNotApprove } from '#features/tickets/ticket-group/ticket-group.rules.ts'

/** Why this person cannot approve the slip in its period; null when they can. */
export function approvalRefusal(me: Me, slip: LockedGroupSlip, period: Period | undefined): Refusal | null {
  const why = whyNotApprove(slip, me)
  if (why === null) return periodRefusal(period)
  return refusal(slip.status === groupSlipStatus.waiting ? 'no_right' : 'action_invalid', why)
}

/** Brings the tickets of the slip's groups into stock. The caller has locked the slip and checked that it may be approved. */
export async function approveGroupSlip(db: Db, me: Me, slip: LockedGroupSlip): Promise<Refusal | null> {
  const groups = await db
    .updateTable('ticket_group')
    .set({ status: ticketGroupLife.moves.approve.to, version: sql<number>`version + 1` })
    .where('ticket_group_import_id', '=', slip.ticket_group_import_id)
    .where('status', 'in', ticketGroupLife.moves.approve.from)
    .where(within(me, 'ticket_group'))
    .returning(['ticket_group_id', 'kind', 'quantity', 'open_date', 'area_id', 'base_id'])
    .execute()
  await sql`
    insert into xskt_ticket (open_date, area_id, base_id, number, series, ticket_group_id, face_value, price, imported, in_stock)
      select g.open_date, g.area_id, g.base_id, head.digit || g.number, '', g.ticket_group_id, ${slip.face_value}::integer,
        ${slip.face_value}::integer, g.series_count, g.series_count
      from ticket_group g -- unscoped: groups of a locked slip
      cross join lateral (select '' as digit where g.kind = ${ticketGroupKind.same_number}
        union all select d::text from generate_series(0, 9) d where g.kind = ${ticketGroupKind.ten_heads}) head
      where g.ticket_group_id = any (${groups.map(({ ticket_group_id }) => ticket_group_id)}::integer[])`.execute(db)
  const { ticket_group_import_id } = slip
  const approvalFields = { approved_by: me.user_id, approved_at: sql`now()` }
  await moveLocked(db, 'ticket_group_import', { ticket_group_import_id }, groupSlipLife.moves.approve, approvalFields)
  for (const group of groups) {
    const ticket_count = group.kind === ticketGroupKind.ten_heads ? 10 : 1
    const { face_value } = slip
    const open = await moveStock(db, { ...group, kind: 'imported', ticket_count, face_value, created_by: me.user_id })
    if (!open) return refusal('period_closed', 'Kho đã chốt hoàn kỳ này, không nhập thêm vé được.')
  }
  return null
}
