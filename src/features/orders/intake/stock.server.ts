/** Takes the tickets of new orders out of the stock, and returns those of cancelled and refunded ones. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { decideStockAgain } from '#features/results/prize-run/prize-run.server.ts'
import { movementKind } from '#features/tickets/stock/stock.contract.ts'
import { stockStatus } from '#features/tickets/stock/stock-life.contract.ts'
import { withLockTimeout } from '#features/orders/lock/lock-timeout.server.ts'

export interface StockChange {
  order_id: number
  ticket_id: number
  open_date: string
  area_id: number
  base_id: number
  quantity: number
}

interface StockOptions {
  /** A moment of the past, for backdated orders. */
  moment?: string | undefined
  /** The longest wait for locks of somebody else, in milliseconds. */
  lock_timeout: number
}

/**
 * Takes the tickets; the caller has locked their rows.
 * @throws RetryLater when one of their stocks stays locked for longer
 */
export async function takeFromStock(
  db: Db,
  changes: readonly StockChange[],
  { moment, lock_timeout }: StockOptions,
): Promise<void> {
  if (changes.length === 0) return
  await withLockTimeout(db, lock_timeout, () => changeStock(db, changes, 'take', moment))
}

/**
 * Returns what these locked orders took. Locks the tickets and then their stocks, in the order of their keys.
 * @param until the last state of the stock in which tickets may return: 'open', or 'closed' but not calculated yet
 * @throws RetryLater when one of them stays locked for longer than the timeout
 */
export async function returnToStock(
  db: Db,
  order_ids: readonly number[],
  until: 'open' | 'closed',
  { moment, lock_timeout }: StockOptions,
): Promise<void> {
  if (order_ids.length === 0) return
  // unscoped: the tickets of locked orders, and their stocks
  const { rows } = await sql<StockChange>`
    with lines as (
      select l.order_id, l.ticket_id, l.ticket_group_id, l.quantity, o.open_date, o.area_id, o.base_id
      from order_line l join sale_order o using (order_id)
      where l.order_id = any(${order_ids}::bigint[]) and o.base_id is not null),
    taken as (
      select order_id, ticket_id, open_date, area_id, base_id, quantity from lines where ticket_id is not null
      union all
      select line.order_id, member.ticket_id, line.open_date, line.area_id, line.base_id, member.sold
      from lines line
      join xskt_ticket member using (ticket_group_id, open_date, base_id)
      where member.sold > 0)
    select * from taken`.execute(db)
  if (rows.length === 0) return
  const locking_tickets = sql`
    select from xskt_ticket where (ticket_id, open_date) in (
      select x.ticket_id, x.open_date
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (ticket_id bigint, open_date date))
    order by ticket_id for update` // unscoped: as above
  const locking_stocks = sql<Pick<StockChange, 'open_date' | 'area_id' | 'base_id'>>`
    with locked as (
      select open_date, area_id, base_id, status from stock where (open_date, area_id, base_id) in (
        select open_date, area_id, base_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) x (open_date date, area_id integer, base_id integer))
      order by open_date, area_id, base_id for update)
    select open_date, area_id, base_id from locked where status <= ${stockStatus[until]}` // unscoped: as above
  const stocks = await withLockTimeout(db, lock_timeout, async () => {
    await locking_tickets.execute(db)
    return locking_stocks.execute(db)
  })
  const open = new Set(stocks.rows.map(stockKey))
  await changeStock(
    db,
    rows.filter((row) => open.has(stockKey(row))),
    'return',
    moment,
  )
  await withLockTimeout(db, lock_timeout, () => decideStockAgain(db, stocks.rows))
}

const stockKey = ({ open_date, area_id, base_id }: Pick<StockChange, 'open_date' | 'area_id' | 'base_id'>) =>
  `${open_date} ${area_id} ${base_id}`

/** Changes the tickets, then their stocks, with one movement for each order. */
async function changeStock(
  db: Db,
  changes: readonly StockChange[],
  direction: 'take' | 'return',
  moment?: string,
): Promise<void> {
  if (changes.length === 0) return
  const sign = direction === 'take' ? 1 : -1
  const rows = JSON.stringify(changes)
  const ids = changes.map(({ ticket_id }) => ticket_id)
  await sql`
    update xskt_ticket ticket
    set sold = ticket.sold + change.quantity, in_stock = ticket.in_stock - change.quantity, version = ticket.version + 1
    from (
      select ticket_id, open_date, ${sign}::integer * sum(quantity)::integer as quantity
      from jsonb_to_recordset(${rows}::jsonb) line (ticket_id bigint, open_date date, quantity integer)
      group by ticket_id, open_date) change
    where ticket.ticket_id = change.ticket_id and ticket.open_date = change.open_date
      and ticket.ticket_id = any (${ids}::bigint[])`.execute(db) // unscoped: tickets that the caller has locked; found by key, not by a hash of all
  const kind = direction === 'take' ? movementKind.sold : movementKind.sale_cancelled
  // Stocks in the order of their keys, like every batch, so that batches do not deadlock.
  await sql`
    select move_stock(open_date, area_id, base_id, ${kind}::smallint, quantity, 0, null, null, 'Đơn ' || order_id, null,
      coalesce(${moment ?? null}::timestamptz, clock_timestamp()))
    from (
      select open_date, area_id, base_id, order_id, sum(quantity)::bigint as quantity
      from jsonb_to_recordset(${rows}::jsonb) line (order_id bigint, open_date date, area_id integer, base_id integer, quantity bigint)
      group by open_date, area_id, base_id, order_id order by open_date, area_id, base_id, order_id) movement`.execute(
    db,
  )
}
