import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import { serve } from '#server/serve.ts'
import type { Fail } from '#server/fail.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'
import { assertNoCancelRequest } from '#features/results/period/calendar.server.ts'
import { days_bought_ahead, isBought, remakeGamePeriods } from '#features/results/period/game-periods.server.ts'
import { lockPeriodsExclusive } from '#features/results/period/period.query.server.ts'
import { isTraditional, type Product } from '#features/results/product/product.contract.ts'
import {
  changesOf,
  keepChange,
  lockSetting,
  versionReader,
} from '#features/settings/setting-change/setting-change.server.ts'
import { orderTime, type OrderTimeRow, type OrderTimes } from './order-time.contract.ts'
import { sameTimes, timesOn, whyNotTimes } from './order-time.rules.ts'

const setting = 'rev_order_time'

export default serve(orderTime, {
  list: async ({ db }) => ({ items: await readTimes(db), history: await changesOf(db, setting) }),

  effect: async ({ db, input, fail }) => {
    const row = (await readTimes(db)).find(({ category }) => category === input.category) ?? fail('category_not_found')
    return { ...(await periodsFrom(db, input)), ...(await ordersBetween(db, row, input.stop_seconds)) }
  },

  update: async ({ db, me, input: { category, from_day, times, reason, version }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockSetting(db, setting)
    const row = (await readTimes(db)).find((time) => time.category === category) ?? fail('category_not_found')
    if (row.version !== version) fail('changed_by_other', { current: row })
    await assertAhead(db, from_day, fail)
    const refusal = whyNotTimes(row, times)
    if (refusal) fail(refusal.error, { message: refusal.message, fields: { [refusal.field]: refusal.message } })
    // Lock order: periods before the times from which they are created, as in the creation of periods.
    await lockPeriodsExclusive(db)
    if (!isTraditional(category))
      await assertNoCancelRequest(db, { categories: [category], from_date: from_day, field: 'from_day' }, fail)
    await plan(db, me, row, { from_day, times, reason })
    const remade = isTraditional(category) ? 0 : (await remakeGamePeriods(db, category, from_day)).made
    const moved_count = await updateExistingDraws(db, category, from_day)
    return { moved: moved_count, remade }
  },
})

async function readTimes(db: Db): Promise<OrderTimeRow[]> {
  const versionOf = await versionReader(db, setting)
  // Seconds from a time of day to the draw of the same day.
  const secondsBeforeDraw = (time: ReturnType<typeof sql>) =>
    sql`extract(epoch from a.draw_time::time - ${time}::time)::integer`
  const { rows } = await sql<Omit<OrderTimeRow, 'version'>>`
    with known as (
      select category, min(draw_time) as draw_time, null::integer as every_minutes, min(${secondsBeforeDraw(sql`a.stop_time`)}) as stop_seconds,
        min(${secondsBeforeDraw(sql`coalesce(a.print_time, a.stop_time)`)}) as print_seconds, null::integer as open_seconds, min(${secondsBeforeDraw(sql`a.return_time`)}) as return_seconds
      from draw_area a where status = 1 group by category
      union all
      select category, first_draw, case when first_draw < last_draw then every_minutes end, stop_seconds, print_seconds, open_seconds, null from game)
    select k.*, c.line, coalesce((
      select jsonb_agg(jsonb_build_object('from_day', t.from_day, 'stop_seconds', t.stop_seconds, 'print_seconds', t.print_seconds, 'open_seconds', t.open_seconds)
        order by t.from_day) from order_time t where t.category = k.category and t.applied_at is null), '[]') as planned
    from known k join category c using (category) where c.status = 1
    order by array_position('{3,2,1}', k.category::integer), k.category`.execute(db)
  return rows.map((row) => ({ ...row, version: versionOf(String(row.category)) }))
}

/** Refuses a day that is not in the future: the times of today's draws are already published. */
async function assertAhead(db: Db, from_day: string, fail: Fail<'over_cut_off'>): Promise<void> {
  const { rows } = await sql<{ is_ahead: boolean; is_far: boolean }>`
    select ${from_day}::date > current_date as is_ahead, ${from_day}::date > current_date + 366 as is_far`.execute(db)
  const message = rows[0]!.is_far ? 'Đặt trước tối đa một năm.' : 'Chỉ đổi được giờ của các kỳ từ ngày mai trở đi.'
  if (!rows[0]!.is_ahead || rows[0]!.is_far) fail('over_cut_off', { message, fields: { from_day: message } })
}

interface PlannedTimes {
  from_day: string
  times: OrderTimes
  reason: string | null | undefined
}

/** Stores planned times; when they equal the times of the days before, the plan for that day is deleted instead. */
async function plan(
  db: Db,
  me: Me,
  row: OrderTimeRow,
  { from_day, times, reason = null }: PlannedTimes,
): Promise<void> {
  const { category } = row
  const day_before = { ...row, planned: row.planned.filter((change) => change.from_day < from_day) }
  const { stop_seconds, print_seconds, open_seconds } = times
  if (sameTimes(timesOn(day_before, from_day), times))
    await sql`delete from order_time where category = ${category} and from_day = ${from_day} and applied_at is null`.execute(
      db,
    )
  else
    await sql`
      insert into order_time (category, from_day, stop_seconds, print_seconds, open_seconds, reason, created_by)
      values (${category}, ${from_day}, ${stop_seconds}, ${print_seconds}, ${open_seconds}, ${reason}, ${me.user_id})
      on conflict (category, from_day) where applied_at is null do update set stop_seconds = excluded.stop_seconds,
        print_seconds = excluded.print_seconds, open_seconds = excluded.open_seconds, reason = excluded.reason,
        created_by = excluded.created_by, created_at = excluded.created_at`.execute(db)
  await keepChange(db, me, {
    setting,
    item: String(category),
    before: { ...timesOn(row, from_day) },
    after: { ...times },
    from_day,
    reason,
  })
}

/**
 * Updates the times of existing draws that have orders or tickets. Accepted orders stay, new ones are refused from the new stop on; a draw never
 * stops before it opens. Returns the number of changed draws.
 */
async function updateExistingDraws(db: Db, category: Product, from_day: string): Promise<number> {
  const moved = await sql`
    update draw_period p set stop_at = n.stop_at, print_at = greatest(n.stop_at, n.print_at), return_until = least(p.return_until, n.stop_at)
    from (
      select q.period_id, greatest(q.open_at + interval '1 second', q.draw_at - make_interval(secs => coalesce(t.stop_seconds, g.stop_seconds,
          extract(epoch from a.draw_time::time - a.stop_time::time)::integer))) as stop_at,
        q.draw_at - make_interval(secs => coalesce(t.print_seconds, g.print_seconds,
          extract(epoch from a.draw_time::time - coalesce(a.print_time, a.stop_time)::time)::integer)) as print_at
      from draw_period q left join game g on g.category = q.category and q.area_id is null left join draw_area a on a.area_id = q.area_id
      left join lateral order_time_ahead(q.category, q.open_date) t on true
      where q.category = ${category} and q.open_date >= ${from_day}::date and q.cancelled_at is null) n
    where p.period_id = n.period_id
      and (p.stop_at, p.print_at) is distinct from (n.stop_at, greatest(n.stop_at, n.print_at))`.execute(db)
  return Number(moved.numAffectedRows)
}

interface PeriodsFilter {
  category: Product
  from_day: string
}

async function periodsFrom(db: Db, { category, from_day }: PeriodsFilter) {
  const { rows } = await sql<{ periods: number; open_periods: number }>`
    select count(*) as periods, count(*) filter (where p.open_at <= now() and ${isBought('p')}) as open_periods from draw_period p
    where p.category = ${category} and p.open_date >= ${from_day}::date and p.cancelled_at is null`.execute(db)
  return rows[0]!
}

/** The number of past days to count, fewer for games that draw every few minutes, which have many more orders a day. */
const days_seen = { daily: 30, often: 3 }

/** The orders of the last days that were created between the new and the current stop. */
async function ordersBetween(db: Db, row: OrderTimeRow, stop_seconds: number) {
  const days = row.every_minutes === null ? days_seen.daily : days_seen.often
  const { rows } = await sql<{ orders: number; amount: number }>`
    select count(*) as orders, coalesce(sum(o.amount), 0) as amount
    from draw_period p join sale_order o on o.period_id = p.period_id and o.order_id >= first_order_id(p.open_at::date - ${sql.lit(days_bought_ahead)})
    where p.category = ${row.category} and p.open_date between current_date - ${days}::integer and current_date and is_sale(o.status)
      and o.ordered_at >= p.draw_at - make_interval(secs => ${stop_seconds}::integer)
      and o.ordered_at < p.draw_at - make_interval(secs => ${row.stop_seconds}::integer)`.execute(db) // unscoped: only counts over all orders
  return { days, ...rows[0]! }
}
