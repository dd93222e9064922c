/** Approval of a slip of sets: each set's tickets come into stock, once. */
import { sql } from 'kysely'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Refusal } from '#contract/errors.ts'
import { refusal } from '#server/bulk.ts'
import { periodAgainst } from '#features/tickets/approval.server.ts'
import { moveStock } from '#features/tickets/stock/move-stock.server.ts'
import type { GroupSlip } from './ticket-group.query.server.ts'
import { whyNotApprove } from './ticket-group.rules.ts'

export async function reasonAgainst(db: Db, me: Me, slip: GroupSlip, how: 'held' | 'seen'): Promise<Refusal | null> {
  const why = whyNotApprove(slip, me.user_id)
  if (why !== null) return refusal(slip.status === 1 ? 'no_right' : 'action_invalid', why)
  return periodAgainst(db, slip, how)
}

/** Makes the tickets of the slip's sets stock. The slip must be locked and free of reasons against it. */
export async function approve(db: Db, me: Me, slip: GroupSlip): Promise<Refusal | null> {
  const sets = await db
    .updateTable('ticket_group')
    .set({ status: 2, version: sql<number>`version + 1` })
    .where('ticket_group_import_id', '=', slip.ticket_group_import_id)
    .where('status', '=', 1)
    .where(within(me, 'ticket_group'))
    .returning(['ticket_group_id', 'kind', 'quantity', 'open_date', 'area_id', 'base_id'])
    .execute()
  await sql`
    insert into xskt_ticket (open_date, area_id, base_id, number, series, ticket_group_id, face_value, price, imported, in_stock)
      select g.open_date, g.area_id, g.base_id, head.digit || g.number, '', g.ticket_group_id, ${slip.face_value}::integer,
        ${slip.face_value}::integer, g.series_count, g.series_count
      from ticket_group g -- unscoped: sets of a held slip
      cross join lateral (select '' as digit where g.kind = 1 union all select d::text from generate_series(0, 9) d where g.kind = 2) head
      where g.ticket_group_id = any (${sets.map(({ ticket_group_id }) => ticket_group_id)}::integer[])`.execute(db)
  await db
    .updateTable('ticket_group_import')
    .set({ status: 3, approved_by: me.user_id, approved_at: sql`now()`, version: sql<number>`version + 1` })
    .where('ticket_group_import_id', '=', slip.ticket_group_import_id)
    .where(within(me, 'ticket_group_import'))
    .execute()
  for (const set of sets) {
    const ticket_count = set.kind === 2 ? 10 : 1
    const open = await moveStock(db, { ...set, kind: 'imported', ticket_count, created_by: me.user_id })
    if (!open) return refusal('period_closed', 'Kho đã chốt hoàn kỳ này, không nhập thêm vé được.')
  }
  return null
}
