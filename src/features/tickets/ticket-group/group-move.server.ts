/** A set goes to another store, or back to where it came from: with all its tickets, or not at all. */
import { sql } from 'kysely'
import { allowed } from '#contract/life.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import { stamped } from '#server/stamp.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { periodOf } from '#features/tickets/draw-area/period.server.ts'
import { moveStock } from '#features/tickets/stock/move-stock.server.ts'
import { stockStatus } from '#features/tickets/stock/stock.contract.ts'
import { groupLife } from './ticket-group.contract.ts'
import type { Group } from './ticket-group.query.server.ts'

/** Refuses a set of which a ticket is sold, or whose stock is calculated. Its tickets are locked then; gives how many are in stock. */
export async function holdUnsold(
  db: Db,
  set: Group,
  fail: Fail<'ticket_sold' | 'tickets_calculated'>,
): Promise<number> {
  const { rows } = await sql<{ sold: number; in_stock: number; stock_status: number }>`
    with held as (
      select t.sold, t.in_stock from xskt_ticket t -- unscoped: tickets of a held set
      where t.ticket_group_id = ${set.ticket_group_id} and t.open_date = ${set.open_date} and t.base_id = ${set.base_id}
      order by t.number for update)
    select coalesce(sum(sold), 0) as sold, coalesce(sum(in_stock), 0) as in_stock, (
      select s.status from stock s -- unscoped: the stock of a held set
      where s.open_date = ${set.open_date} and s.area_id = ${set.area_id} and s.base_id = ${set.base_id}) as stock_status
    from held`.execute(db)
  const { sold, in_stock, stock_status } = rows[0]!
  if (stock_status === stockStatus.calculated) fail('tickets_calculated')
  if (sold > 0) fail('ticket_sold', { message: 'Cặp có vé đã bán.' })
  return in_stock
}

type Moved = Fail<
  'action_invalid' | 'ticket_sold' | 'tickets_calculated' | 'period_closed' | 'no_right' | 'request_invalid'
>

/** Moves the set to another store that works. Only the head office sees both sides, so only it can. */
export async function transfer(db: Db, me: Me, set: Group, base_id: number, fail: Moved): Promise<void> {
  if (me.base_id !== null) fail('no_right', { message: 'Chỉ trụ sở chính được chuyển vé giữa các kho.' })
  if (!allowed(groupLife.transfer, set.status)) fail('action_invalid')
  if (base_id === set.base_id) fail('request_invalid', { fields: { base_id: 'Cặp đang ở kho này.' } })
  const target = await db
    .selectFrom('base_store')
    .select('base_name')
    .where('base_id', '=', base_id)
    .where('status', '=', 1)
    .where(within(me, 'base_store'))
    .executeTakeFirst()
  if (!target) fail('request_invalid', { fields: { base_id: 'Kho không tồn tại hoặc đã ngừng hoạt động.' } })
  const quantity = await holdUnsold(db, set, fail)
  const period = await periodOf(db, set)
  if (!period || period.is_stopped) fail('period_closed')
  const come = await moveTickets(db, set, base_id)
  await db
    .updateTable('ticket_group')
    .set({ base_id, ...stamped(me) })
    .where('ticket_group_id', '=', set.ticket_group_id)
    .where(within(me, 'ticket_group'))
    .execute()
  const change = { ...set, quantity, ticket_group_id: set.ticket_group_id, created_by: me.user_id }
  const sides = [
    { ...change, kind: 'transferred_out' as const },
    { ...change, kind: 'transferred_in' as const, base_id, ticket_count: come },
  ]
  // Whoever moves between two stores takes them in the same order.
  for (const side of sides.toSorted((a, b) => a.base_id - b.base_id))
    if (!(await moveStock(db, side))) fail('period_closed', { message: 'Một trong hai kho đã chốt hoàn kỳ này.' })
}

/** The tickets leave the one store and are in the other. Gives how many rows are new there. */
async function moveTickets(db: Db, set: Group, base_id: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with held as (
      select xsdt_ticket_id, in_stock from xskt_ticket t -- unscoped: tickets of a held set
      where t.ticket_group_id = ${set.ticket_group_id} and t.open_date = ${set.open_date} and t.base_id = ${set.base_id}),
    gone as (
      update xskt_ticket t set transferred = t.transferred + held.in_stock, in_stock = 0, version = t.version + 1
      from held where t.xsdt_ticket_id = held.xsdt_ticket_id and t.open_date = ${set.open_date}
      returning held.in_stock as moved, t.number, t.series, t.face_value, t.price, t.image_url)
    insert into xskt_ticket as t (open_date, area_id, base_id, number, series, ticket_group_id, face_value, price, image_url, imported, in_stock)
      select ${set.open_date}, ${set.area_id}, ${base_id}, number, series, ${set.ticket_group_id}, face_value, price, image_url, moved, moved from gone
    on conflict (open_date, area_id, base_id, number, series, ticket_group_id)
      do update set imported = t.imported + excluded.imported, in_stock = t.in_stock + excluded.in_stock, version = t.version + 1
    returning t.version`.execute(db)
  // Of those that were there before, the version has just been raised.
  return rows.filter(({ version }) => version === 1).length
}

type Back = Fail<'ticket_sold' | 'tickets_calculated' | 'return_window_expired' | 'ticket_return_closed'>

/** Gives an unsold set on sale back to where it came from. */
export async function giveBack(db: Db, me: Me, set: Group, reason: string | null, fail: Back): Promise<void> {
  const quantity = await holdUnsold(db, set, fail)
  const period = await periodOf(db, set)
  if (!period?.is_returnable) fail('return_window_expired')
  await sql`
    update xskt_ticket t set returned = t.returned + t.in_stock, in_stock = 0, version = t.version + 1
    where t.ticket_group_id = ${set.ticket_group_id} and t.open_date = ${set.open_date} and t.base_id = ${set.base_id}`.execute(
    db,
  ) // unscoped: tickets of a held set
  const open = await moveStock(db, { ...set, kind: 'returned', quantity, note: reason, created_by: me.user_id })
  if (!open) fail('ticket_return_closed')
}
