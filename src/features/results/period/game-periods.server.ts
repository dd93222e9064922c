/** The draws of games, made ahead from their calendar. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from '#server/database/transaction.ts'

/** How far ahead they are made; of a game that draws every few minutes fewer days, its draws would be thousands otherwise. */
const made_until = sql`case when every_minutes < 60 then current_date + 2 else current_date + 14 end`

/** Makes what is missing of all games. */
export async function makeGamePeriods(db: Db): Promise<void> {
  await sql`select make_game_periods(category, current_date, ${made_until})
    from game join category using (category) where status = 1 order by category`.execute(db)
}

/** Whether somebody has bought of the draw, paid or not. Orders come only from its opening on: few parts of their table are looked into. */
export function isBought(alias: string): RawBuilder<SqlBool> {
  const [period_id, open_at] = [sql.ref(`${alias}.period_id`), sql.ref(`${alias}.open_at`)]
  return sql<SqlBool>`exists (
    select from sale_order o where o.period_id = ${period_id} and o.order_id >= first_order_id(${open_at}::date))` // unscoped: whoever bought it
}

/**
 * Makes the draws of a game follow its calendar from this day on, which is still to come; all draws are held by the caller, and of none is a cancellation
 * asked. Those that nobody has
 * bought of are made anew, so that numbers and openings go on without a gap; one that is cancelled or bought stays as it is.
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
