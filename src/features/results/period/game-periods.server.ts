/** Creates the draws of games ahead of time from their calendar. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '#server/database/transaction.ts'

/** SQL: the last day for which draws are created; 2 days ahead for games that draw every few minutes, otherwise 14. */
const made_until = sql`case when every_minutes < 60 then current_date + 2 else current_date + 14 end`

/** Creates the missing draws of all games up to `made_until`. */
export async function makeGamePeriods(db: Db): Promise<void> {
  await sql`select make_game_periods(category, current_date, ${made_until})
    from game join category using (category) where status = 1 order by category`.execute(db)
}

/** How many days before its opening a draw can be bought, by buying several draws in a row: the days created ahead and one more. */
export const days_bought_ahead = 15

/** Whether the draw has orders, paid or not; the opening day bounds the search to few partitions. */
export function isBought(alias: string): RawBuilder<SqlBool> {
  const [period_id, open_at] = [sql.ref(`${alias}.period_id`), sql.ref(`${alias}.open_at`)]
  return sql<SqlBool>`exists (
    select from sale_order o where o.period_id = ${period_id} and o.order_id >= first_order_id(${open_at}::date - ${sql.lit(days_bought_ahead)}))` // unscoped: orders of everybody
}

/**
 * Replaces the draws of a game from a future day on by those of its calendar. Draws without orders are deleted and created again, so that numbers and
 * openings have no gap; cancelled draws and draws with orders stay. The caller has locked all periods and checked that none of these draws has a
 * request to cancel it.
 */
export async function remakeGamePeriods(
  db: Db,
  category: number,
  from_day: string,
): Promise<{ removed: number; made: number }> {
  const removedPeriods = await sql`
    delete from draw_period p
    where category = ${category} and area_id is null and open_date >= ${from_day} and cancelled_at is null and not ${isBought('p')}`.execute(
    db,
  )
  const { rows } = await sql<{ made: number }>`
    select make_game_periods(category, ${from_day}::date, ${made_until}) as made
    from game join category using (category) where status = 1 and category = ${category}`.execute(db)
  return { removed: Number(removedPeriods.numAffectedRows), made: rows[0]?.made ?? 0 }
}
