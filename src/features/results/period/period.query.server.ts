import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Product, ProductLine } from '#features/results/product/product.contract.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import { periodStatus, type PeriodStatus } from './period-fields.contract.ts'

/**
 * SQL: the status of the draw with this table alias. This is the only place that compares a draw with the clock. After the draw its result decides: a
 * reopened result counts as entered, like a new one.
 */
export function statusOf(alias: string): RawBuilder<PeriodStatus> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  // Where print_at equals stop_at, there is no printing phase between stop and draw.
  return sql<PeriodStatus>`case when ${column('cancelled_at')} is not null then ${sql.lit(periodStatus.cancelled)}
    when now() < ${column('open_at')} then ${sql.lit(periodStatus.upcoming)}
    when now() < ${column('stop_at')} then ${sql.lit(periodStatus.open)}
    when now() >= ${column('draw_at')} then coalesce((
      select case r.status when ${sql.lit(resultStatus.confirmed)} then ${sql.lit(periodStatus.drawn)} else ${sql.lit(periodStatus.entered)} end
      from draw_result r where r.period_id = ${column('period_id')}), ${sql.lit(periodStatus.drawing)})
    when now() >= ${column('print_at')} and ${column('print_at')} > ${column('stop_at')} then ${sql.lit(periodStatus.print_over)}
    else ${sql.lit(periodStatus.stopped)} end`
}

/** SQL: the moment at which returns of unsold tickets close: the station's time on that day, or the store's time if it is earlier. */
export function returnUntil(period: string, store: string): RawBuilder<string> {
  const [until, day, hour] = [`${period}.return_until`, `${period}.open_date`, `${store}.return_time`].map((name) =>
    sql.ref(name),
  )
  return sql<string>`least(${until}, ${day} + ${hour}::time)`
}

/** Base query of the draws of all products. */
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
 * Takes the shared lock on all periods, so that none is moved or cancelled until the transaction ends. Lock order: periods before orders. It must be
 * a separate statement, because under READ COMMITTED only the next statement sees what was committed while waiting.
 */
export async function lockPeriodsShared(db: Db): Promise<void> {
  await sql`select lock_periods()`.execute(db)
}

/**
 * Takes the exclusive lock on all periods until the transaction ends, for changes that depend on a draw's orders: creating and refunding orders waits
 * for it. It must be a separate statement, like the shared lock.
 */
export async function lockPeriodsExclusive(db: Db): Promise<void> {
  await sql`select lock_periods_exclusive()`.execute(db)
}

/** Base query of all draws with the persons who requested and confirmed a cancellation. */
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
