/** The draws of games, made ahead from their calendar. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '#server/database/transaction.ts'

/** How far ahead draws are made: fewer days for games that draw every few minutes. */
const made_until = sql`case when every_minutes < 60 then current_date + 2 else current_date + 14 end`

/** Makes the missing draws of all games. */
export async function makeGamePeriods(db: Db): Promise<void> {
  await sql`select make_game_periods(category, current_date, ${made_until})
    from game join category using (category) where status = 1 order by category`.execute(db)
}

/** Draws are bought ahead of their opening, by whoever buys several in a row: as far as they are made ahead, and a day. */
export const days_bought_ahead = 15

/** Whether the draw has orders, paid or not; the opening day bounds the search to few partitions. */
export function isBought(alias: string): RawBuilder<SqlBool> {
  const [period_id, open_at] = [sql.ref(`${alias}.period_id`), sql.ref(`${alias}.open_at`)]
  return sql<SqlBool>`exists (
    select from sale_order o where o.period_id = ${period_id} and o.order_id >= first_order_id(${open_at}::date - ${sql.lit(days_bought_ahead)}))` // unscoped: whoever bought it
}

/**
 * Makes the draws of a game follow its calendar from a future day on. The caller has locked all periods, and none of
 * these draws has a request to cancel it. Draws without orders are made anew, so that numbers and openings have no gap;
 * cancelled draws and draws with orders stay.
 */
export async function remakeGamePeriods(
  db: Db,
  category: number,
  from_day: string,
): Promise<{ removed: number; made: number }> {
  const removed = await sql`
    delete from draw_period p
    where category = ${category} and area_id is null and open_date >= ${from_day} and cancelled_at is null and not ${isBought('p')}`.execute(
    db,
  )
  const { rows } = await sql<{ made: number }>`
    select make_game_periods(category, ${from_day}::date, ${made_until}) as made
    from game join category using (category) where status = 1 and category = ${category}`.execute(db)
  return { removed: Number(removed.numAffectedRows), made: rows[0]?.made ?? 0 }
}
