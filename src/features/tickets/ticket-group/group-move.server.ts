/** Transferring and splitting a ticket group, always with all of its tickets. */
import { sql } from 'kysely'
import { allows } from '#contract/lifecycle.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import { moveLocked } from '#server/record/move.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { lockPeriod } from '#features/tickets/draw-area/period.server.ts'
import { moveStock, type StockKey } from '#features/tickets/stock/move-stock.server.ts'
import { stockStatus } from '#features/tickets/stock/stock-life.contract.ts'
import { readLimit, readTerms } from '#features/tickets/ticket-return/return-terms.server.ts'
import { numberText } from '#contract/text/number-text.ts'
import { ticketGroupLife } from './ticket-group.contract.ts'
import type { LockedTicketGroup } from './ticket-group.query.server.ts'
import { whyNotMoveWhole } from './ticket-group.rules.ts'

/**
 * Locks the group's tickets and returns how many are in stock; refused when one is sold or the stock is calculated.
 */
export async function lockUnsoldTickets(
  db: Db,
  group: LockedTicketGroup,
  fail: Fail<'ticket_sold' | 'tickets_calculated'>,
): Promise<number> {
  const { rows } = await sql<{ sold: number; in_stock: number; stock_status: number }>`
    with locked as (
      select t.sold, t.in_stock from xskt_ticket t -- unscoped: tickets of a locked group
      where t.ticket_group_id = ${group.ticket_group_id} and t.open_date = ${group.open_date} and t.base_id = ${group.base_id}
      order by t.ticket_id for update)
    select coalesce(sum(sold), 0) as sold, coalesce(sum(in_stock), 0) as in_stock, (
      select s.status from stock s -- unscoped: the stock of a locked group
      where s.open_date = ${group.open_date} and s.area_id = ${group.area_id} and s.base_id = ${group.base_id}) as stock_status
    from locked`.execute(db)
  const { sold, in_stock, stock_status } = rows[0]!
  if (stock_status === stockStatus.calculated) fail('tickets_calculated')
  if (sold > 0) fail('ticket_sold', { message: 'Cặp có vé đã bán.' })
  return in_stock
}

/** As `lockUnsoldTickets`; refused also when some of them are returned or on a return slip. */
async function lockWholeGroup(
  db: Db,
  group: LockedTicketGroup,
  fail: Fail<'action_invalid' | 'ticket_sold' | 'tickets_calculated'>,
): Promise<number> {
  const in_stock = await lockUnsoldTickets(db, group, fail)
  const refusal = whyNotMoveWhole({ ...group, sold: 0, in_stock })
  if (refusal !== null) fail('action_invalid', { message: refusal })
  return in_stock
}

type FailTransfer = Fail<
  'action_invalid' | 'ticket_sold' | 'tickets_calculated' | 'period_closed' | 'no_right' | 'request_invalid'
>

/** Transfers the group to another active store; only the head office sees both stores. */
export async function transferTicketGroup(
  db: Db,
  me: Me,
  group: LockedTicketGroup,
  base_id: number,
  fail: FailTransfer,
): Promise<void> {
  if (me.base_id !== null) fail('no_right', { message: 'Chỉ trụ sở chính được chuyển vé giữa các kho.' })
  if (!allows(ticketGroupLife.moves.transfer, group.status)) fail('action_invalid')
  if (base_id === group.base_id) fail('request_invalid', { fields: { base_id: 'Cặp đang ở kho này.' } })
  const target = await db
    .selectFrom('base_store')
    .select('base_name')
    .where('base_id', '=', base_id)
    .where('status', '=', 1)
    .where(within(me, 'base_store'))
    .executeTakeFirst()
  if (!target) fail('request_invalid', { fields: { base_id: 'Kho không tồn tại hoặc đã ngừng hoạt động.' } })
  const quantity = await lockWholeGroup(db, group, fail)
  const period = await lockPeriod(db, group)
  if (!period || period.is_stopped) fail('period_closed')
  const { new_rows, face_value } = await moveTickets(db, group, base_id)
  await db
    .updateTable('ticket_group')
    .set({ base_id, ...changeColumns(me) })
    .where('ticket_group_id', '=', group.ticket_group_id)
    .where(within(me, 'ticket_group'))
    .execute()
  const change = { ...group, quantity, ticket_group_id: group.ticket_group_id, created_by: me.user_id }
  const sides = [
    { ...change, kind: 'transferred_out' as const },
    { ...change, kind: 'transferred_in' as const, base_id, ticket_count: new_rows, face_value },
  ]
  // Always locked in the same order, so that two transfers cannot deadlock.
  for (const side of sides.toSorted((a, b) => a.base_id - b.base_id))
    if (!(await moveStock(db, side))) fail('period_closed', { message: 'Một trong hai kho đã chốt hoàn kỳ này.' })
  await assertWithinLimit(db, group, fail)
}

/** Read under the stock's lock: tickets of which a share is returned already would count in the other store's share again. */
async function assertWithinLimit(db: Db, key: StockKey, fail: Fail<'action_invalid'>): Promise<void> {
  const { limit_rate } = await readTerms(db, key)
  const { returned, limit } = await readLimit(db, key, limit_rate)
  if (returned > limit)
    fail('action_invalid', {
      message: `Kho đã hoàn hoặc chờ hoàn ${numberText(returned)} vé: thiếu cặp này thì hạn mức hoàn chỉ còn ${numberText(limit)} vé.`,
    })
}

/** Moves the tickets' rows; returns how many rows were added in the other store, and the face value of each ticket. */
async function moveTickets(db: Db, group: LockedTicketGroup, base_id: number) {
  const { rows } = await sql<{ version: number; face_value: number }>`
    with locked as (
      select ticket_id, in_stock from xskt_ticket t -- unscoped: tickets of a locked group
      where t.ticket_group_id = ${group.ticket_group_id} and t.open_date = ${group.open_date} and t.base_id = ${group.base_id}),
    gone as (
      update xskt_ticket t set transferred = t.transferred + locked.in_stock, in_stock = 0, version = t.version + 1
      from locked where t.ticket_id = locked.ticket_id and t.open_date = ${group.open_date}
      returning locked.in_stock as moved, t.number, t.series, t.face_value, t.price, t.image_url, t.status)
    insert into xskt_ticket as t (open_date, area_id, base_id, number, series, ticket_group_id, face_value, price, image_url, status, imported, in_stock)
      select ${group.open_date}, ${group.area_id}, ${base_id}, number, series, ${group.ticket_group_id}, face_value, price, image_url, status, moved, moved
      from gone order by number
    on conflict (open_date, area_id, base_id, number, series, ticket_group_id)
      do update set imported = t.imported + excluded.imported, in_stock = t.in_stock + excluded.in_stock, status = excluded.status, version = t.version + 1
    returning t.version, t.face_value`.execute(db)
  // A row that existed before has a version above 1, because it has just been raised.
  return { new_rows: rows.filter(({ version }) => version === 1).length, face_value: rows[0]!.face_value }
}

type FailSplit = Fail<
  'action_invalid' | 'ticket_sold' | 'tickets_calculated' | 'ticket_return_closed' | 'period_closed'
>

/** Turns an unsold group's tickets into single ones; the quantities do not change. */
export async function splitTicketGroup(db: Db, me: Me, group: LockedTicketGroup, fail: FailSplit): Promise<void> {
  if (!allows(ticketGroupLife.moves.split, group.status))
    fail('action_invalid', { message: whyNotMoveWhole({ ...group, sold: 0, in_stock: group.quantity })! })
  await lockWholeGroup(db, group, fail)
  const period = await lockPeriod(db, group)
  if (!period || period.is_stopped) fail('period_closed')
  if (!period!.is_in_charge)
    fail('action_invalid', {
      message: 'Chỉ kho phụ trách đài bán vé lẻ: hãy chuyển cặp về kho đó rồi tách.',
    })
  const { rows } = await sql<{ status: number }>`
    select status from stock where open_date = ${group.open_date} and area_id = ${group.area_id} and base_id = ${group.base_id} for share`.execute(
    db,
  ) // unscoped: the stock of a locked group
  if (rows[0]!.status !== stockStatus.open) fail('ticket_return_closed')
  await sql`
    update xskt_ticket t set ticket_group_id = null, version = t.version + 1
    where t.ticket_group_id = ${group.ticket_group_id} and t.open_date = ${group.open_date} and t.base_id = ${group.base_id}`.execute(
    db,
  ) // unscoped: tickets of a locked group
  const { ticket_group_id } = group
  await moveLocked(db, 'ticket_group', { ticket_group_id }, ticketGroupLife.moves.split, changeColumns(me))
}
