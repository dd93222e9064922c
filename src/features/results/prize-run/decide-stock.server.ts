/** Calculates the prizes of tickets that were unsold in the stores when their draw was decided. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { ticketPlay } from '#features/results/product/game.rules.ts'
import type { Appraiser } from '#features/results/prize/appraise.rules.ts'

interface UnsoldTicket {
  ticket_id: number
  base_id: number
  number: string
  series: string
  is_of_group: boolean
  face_value: number
  quantity: number
}

const batch_size = 20_000

/**
 * Runs in one transaction of the caller, who has locked the run, so that an interrupted one starts again; so does one after which tickets came back.
 * Games have no stock.
 */
export async function decideStock(db: Db, period_id: number, appraise: Appraiser): Promise<void> {
  await lockStocks(db, period_id)
  await deletePrizes(db, period_id)
  let after = 0
  for (;;) {
    const tickets = await unsoldTickets(db, period_id, after)
    if (tickets.length === 0) return
    after = tickets.at(-1)!.ticket_id
    const wonTickets = tickets.flatMap(({ is_of_group, face_value, number, ...ticket }) => {
      const play_type = is_of_group ? ticketPlay.set : ticketPlay.single
      const pay = appraise({
        play_type,
        numbers: number,
        series: ticket.series || null,
        quantity: ticket.quantity,
        face_value,
      })
      return pay ? { ...ticket, number, prizes: pay.prizes, gross: pay.gross, tax: pay.tax } : []
    })
    if (wonTickets.length > 0) await write(db, period_id, wonTickets)
  }
}

/** Tickets that are coming back are waited for; those that come later find the stock decided, see `decideStockAgain`. */
async function lockStocks(db: Db, period_id: number): Promise<void> {
  // unscoped: the stock of every store is decided
  await sql`
    select from stock s join draw_period p using (area_id, open_date)
    where p.period_id = ${period_id} order by s.base_id for share of s`.execute(db)
}

/** Deletes what an earlier decision of the same result wrote. */
async function deletePrizes(db: Db, period_id: number): Promise<void> {
  await sql`delete from unsold_prize where period_id = ${period_id}`.execute(db) // unscoped: as above
  await sql`delete from prize_total where period_id = ${period_id} and pos_id = 0`.execute(db)
}

async function unsoldTickets(db: Db, period_id: number, after: number): Promise<UnsoldTicket[]> {
  // unscoped: the stock of every store is decided
  const { rows } = await sql<UnsoldTicket>`
    select t.ticket_id, t.base_id, t.number, t.series, t.ticket_group_id is not null as is_of_group, t.face_value, t.in_stock as quantity
    from draw_period p join xskt_ticket t on t.open_date = p.open_date and t.area_id = p.area_id
    where p.period_id = ${period_id} and t.in_stock > 0 and t.ticket_id > ${after}::bigint
    order by t.ticket_id limit ${batch_size}::integer`.execute(db)
  return rows
}

async function write(db: Db, period_id: number, won: object[]): Promise<void> {
  await sql`
    with won as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(won)}::jsonb)
        x (ticket_id bigint, base_id integer, number text, series text, quantity integer, prizes jsonb, gross bigint, tax bigint)),
    kept as (
      insert into unsold_prize (period_id, ticket_id, base_id, number, series, quantity, prizes, gross, tax)
      select ${period_id}, * from won)
    insert into prize_total as t (period_id, pos_id, base_id, tier, prizes, gross)
    select ${period_id}::integer, 0, w.base_id, p.tier, sum(p.count), sum(p.count * p.amount)
    from won w, jsonb_to_recordset(w.prizes) p (tier text, count bigint, amount bigint) group by 3, 4
    on conflict (period_id, pos_id, base_id, tier) do update set prizes = t.prizes + excluded.prizes, gross = t.gross + excluded.gross`.execute(
    db,
  )
}
