import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Product, ProductLine } from '#features/results/product/product.contract.ts'
import { resultStatus } from '#features/results/result/draw-result.contract.ts'
import { periodStatus, type PeriodStatus } from './period.contract.ts'

/**
 * The only place where the clock decides what a draw is open for. Once it was drawn, its result decides: one that was opened again waits to be
 * confirmed as a new one does.
 */
export function statusOf(alias: string): RawBuilder<PeriodStatus> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  // Where tickets are printed no longer than orders are taken, there is nothing between the stop and the draw.
  return sql<PeriodStatus>`case when ${column('cancelled_at')} is not null then ${sql.lit(periodStatus.cancelled)}
    when now() < ${column('open_at')} then ${sql.lit(periodStatus.upcoming)}
    when now() < ${column('stop_at')} then ${sql.lit(periodStatus.open)}
    when now() >= ${column('draw_at')} then coalesce((
      select case r.status when ${sql.lit(resultStatus.confirmed)} then ${sql.lit(periodStatus.drawn)} else ${sql.lit(periodStatus.entered)} end
      from draw_result r where r.period_id = ${column('period_id')}), ${sql.lit(periodStatus.drawing)})
    when now() >= ${column('print_at')} and ${column('print_at')} > ${column('stop_at')} then ${sql.lit(periodStatus.print_over)}
    else ${sql.lit(periodStatus.stopped)} end`
}

/** When returns close: at the station's hour of that day, or at the store's own when that is earlier. */
export function returnUntil(period: string, store: string): RawBuilder<string> {
  const [until, day, hour] = [`${period}.return_until`, `${period}.open_date`, `${store}.return_time`].map((name) =>
    sql.ref(name),
  )
  return sql<string>`least(${until}, ${day} + ${hour}::time)`
}

/** The draws of all products. */
export function periods(db: Db) {
  return db
    .selectFrom('draw_period as p')
    .innerJoin('category as c', 'c.category', 'p.category')
    .leftJoin('draw_area as a', 'a.area_id', 'p.area_id')
    .leftJoin('base_store_area as charge', 'charge.area_id', 'p.area_id')
    .leftJoin('base_store as b', 'b.base_id', 'charge.base_id') // unscoped: only the hour of the store in charge
    .select(['p.period_id', 'p.period_code', 'p.category', 'c.line', 'p.area_id', 'p.open_date'])
    .select((eb) => eb.fn.coalesce('a.area_name', 'c.category_name').as('name'))
    .select(['p.open_at', 'p.stop_at', 'p.print_at', 'p.draw_at'])
    .select([
      sql<string | null>`case when p.area_id is not null then ${returnUntil('p', 'b')} end`.as('return_until'),
      statusOf('p').as('status'),
    ])
    .$narrowType<{ category: Product; line: ProductLine }>()
}

/**
 * Keeps every period from being moved or cancelled until the transaction ends. Lock order: periods before orders. It is a
 * statement of its own, because under READ COMMITTED only the next statement sees what was committed meanwhile.
 */
export async function lockPeriodsShared(db: Db): Promise<void> {
  await sql`select lock_periods()`.execute(db)
}

/**
 * Locks all periods until the transaction ends, for whoever changes one depending on its orders: whoever takes or gives
 * back orders waits meanwhile. A statement of its own, as the shared lock is.
 */
export async function lockPeriodsExclusive(db: Db): Promise<void> {
  await sql`select lock_periods_exclusive()`.execute(db)
}

/** The draws of all products, each with who asked to cancel it and who did. */
export function periodsWithCancel(db: Db) {
  return periods(db)
    .leftJoin('app_user as requester', 'requester.user_id', 'p.cancel_requested_by') // unscoped: only a name
    .leftJoin('app_user as canceller', 'canceller.user_id', 'p.cancelled_by') // unscoped: only a name
    .select([
      'p.cancel_requested_by',
      'requester.user_name as cancel_requested_by_name',
      'p.cancel_requested_at',
      'p.cancel_reason',
    ])
    .select(['canceller.user_name as cancelled_by_name', 'p.cancelled_at'])
}
