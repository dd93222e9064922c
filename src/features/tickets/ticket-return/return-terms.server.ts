import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { StockKey } from '#features/tickets/stock/move-stock.server.ts'

/** The terms on which a station takes tickets of a draw back, in basis points: of what was received, and of the face value. */
export interface ReturnTerms {
  limit_rate: number
  price_rate: number
}

/** The terms of the station's draw on that day: the latest that had begun by then, its own before those of all stations. */
export function termsOf(area_id: string, open_date: string) {
  return sql`(
    select limit_rate, price_rate from return_term
    where (area_id = ${sql.ref(area_id)} or area_id is null) and from_day <= ${sql.ref(open_date)}
    order by area_id is null, from_day desc limit 1)`
}

/** The same for one draw. */
export async function readTerms(db: Db, { area_id, open_date }: { area_id: number; open_date: string }) {
  const { rows } = await sql<ReturnTerms>`
    select terms.* from (select ${area_id}::integer as area_id, ${open_date}::date as open_date) key
    cross join lateral ${termsOf('key.area_id', 'key.open_date')} terms`.execute(db)
  return rows[0]!
}

/** SQL: what a stock has received of its station. Tickets that were transferred count in the store that has them now. */
export const receivedOf = (stock: string) =>
  sql<number>`(${sql.ref(`${stock}.imported`)} - ${sql.ref(`${stock}.transferred`)})`

/** How many of the received tickets may be returned altogether. */
export function returnLimit(received: number, limit_rate: number): number {
  return Math.floor((received * limit_rate) / 10_000)
}

/** What a stock has received and what of it is returned or waits for it, and how many may be returned altogether. */
export async function readLimit(db: Db, { open_date, area_id, base_id }: StockKey, limit_rate: number) {
  const { rows } = await sql<{ received: number; returned: number }>`
    select ${receivedOf('stock')} as received, returned + return_pending as returned from stock
    where open_date = ${open_date} and area_id = ${area_id} and base_id = ${base_id}`.execute(db) // unscoped: the caller's own stock
  const { received, returned } = rows[0]!
  return { received, returned, limit: returnLimit(received, limit_rate) }
}

/** What the station credits for one ticket, in whole đồng, rounded down. */
export function returnPrice(face_value: number, price_rate: number): number {
  return Math.floor((face_value * price_rate) / 10_000)
}
