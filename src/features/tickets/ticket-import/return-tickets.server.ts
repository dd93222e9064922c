/** Unsold tickets of an approved slip go back to where they came from. */
import { sql } from 'kysely'
import { allowed } from '#contract/life.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import type { Context } from '#server/serve.ts'
import { stamped } from '#server/stamp.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { periodOf } from '#features/tickets/draw-area/period.server.ts'
import { moveStock } from '#features/tickets/stock/move-stock.server.ts'
import { importLife, importStatus, type ticketImport } from './ticket-import.contract.ts'
import type { Slip } from './ticket-import.query.server.ts'
import { whyNotReturn } from './ticket-import.rules.ts'

type Asked = Context<typeof ticketImport.returnTickets>
type Tickets = NonNullable<Asked['input']['tickets']>
type Refused = Fail<
  | 'ticket_return_invalid'
  | 'ticket_return_closed'
  | 'return_window_expired'
  | 'return_exceeds_stock'
  | 'ticket_not_found'
  | 'ticket_sold'
>

/** Gives back these tickets of the slip, or all that are left. The slip must be locked. */
export async function giveBack(
  db: Db,
  me: Me,
  slip: Slip,
  { tickets, reason }: Asked['input'],
  fail: Refused,
): Promise<void> {
  if (!allowed(importLife.giveBack, slip.status)) fail('ticket_return_invalid', { message: whyNotReturn(slip)! })
  const period = await periodOf(db, slip)
  if (!period?.is_returnable) fail('return_window_expired')
  const quantity = tickets ? await takeSome(db, slip, tickets, fail) : await takeAll(db, slip)
  if (quantity === 0) fail('ticket_sold', { message: 'Phiếu không còn vé nào để trả.' })
  const returned_quantity = slip.returned_quantity + quantity
  await db
    .updateTable('ticket_import')
    .set({
      returned_quantity,
      status: returned_quantity === slip.quantity ? importStatus.returned : importStatus.partly_returned,
      ...stamped(me),
    })
    .where('ticket_import_id', '=', slip.ticket_import_id)
    .where(within(me, 'ticket_import'))
    .execute()
  const open = await moveStock(db, { ...slip, kind: 'returned', quantity, note: reason, created_by: me.user_id })
  if (!open) fail('ticket_return_closed')
}

function ownTickets({ open_date, area_id, base_id, ticket_import_id }: Slip) {
  return sql`t.open_date = ${open_date} and t.area_id = ${area_id} and t.base_id = ${base_id} and t.ticket_import_id = ${ticket_import_id}
    and t.ticket_group_id is null`
}

async function takeAll(db: Db, slip: Slip): Promise<number> {
  await sql`set local statement_timeout = '3min'`.execute(db)
  const { rows } = await sql<{ quantity: number }>`
    with held as (select xsdt_ticket_id, in_stock from xskt_ticket t where ${ownTickets(slip)} and t.in_stock > 0 order by number, series for update), -- unscoped: of a held slip
    taken as (
      update xskt_ticket t set returned = t.returned + held.in_stock, in_stock = 0, version = t.version + 1
      from held where t.xsdt_ticket_id = held.xsdt_ticket_id and t.open_date = ${slip.open_date}
      returning held.in_stock as quantity)
    select coalesce(sum(quantity), 0) as quantity from taken`.execute(db)
  return rows[0]!.quantity
}

async function takeSome(db: Db, slip: Slip, tickets: Tickets, fail: Refused): Promise<number> {
  const { rows } = await sql<{
    index: number
    xsdt_ticket_id: number | null
    in_stock: number
    sold: number
    wanted: number
  }>`
    with line as (
      select min(e.ordinality) as index, e.value ->> 'number' as number, coalesce(e.value ->> 'series', '') as series,
        sum((e.value ->> 'quantity')::integer) as quantity
      from jsonb_array_elements(${JSON.stringify(tickets)}::jsonb) with ordinality e group by 2, 3),
    held as (
      select t.xsdt_ticket_id, t.number, t.series, t.in_stock, t.sold from xskt_ticket t -- unscoped: of a held slip
      where ${ownTickets(slip)} and (t.number, t.series) in (select number, series from line) order by t.number, t.series for update)
    select line.index, held.xsdt_ticket_id, held.in_stock, held.sold, line.quantity as wanted
    from line left join held using (number, series) order by line.index`.execute(db)
  for (const { index, xsdt_ticket_id, in_stock, sold, wanted } of rows) {
    const at = (error: string) => ({
      message: `Dòng ${index}: ${error}`,
      fields: { tickets: `Dòng ${index}: ${error}` },
    })
    if (xsdt_ticket_id === null) fail('ticket_not_found', at('vé không có trong phiếu.'))
    if (in_stock === 0 && sold > 0) fail('ticket_sold', at('vé đã bán hết.'))
    if (wanted > in_stock) fail('return_exceeds_stock', at(`chỉ còn ${in_stock.toLocaleString('vi-VN')} vé tồn.`))
  }
  const given = JSON.stringify(rows.map(({ xsdt_ticket_id, wanted }) => ({ id: xsdt_ticket_id, quantity: wanted })))
  await sql`
    update xskt_ticket t set returned = t.returned + given.quantity, in_stock = t.in_stock - given.quantity, version = t.version + 1
    from jsonb_to_recordset(${given}::jsonb) as given (id bigint, quantity integer)
    where t.xsdt_ticket_id = given.id and t.open_date = ${slip.open_date}`.execute(db) // unscoped: held above
  return rows.reduce((sum, { wanted }) => sum + wanted, 0)
}
