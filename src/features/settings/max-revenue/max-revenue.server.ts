import { sql } from 'kysely'
import { whyNot } from '#contract/lifecycle.ts'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { lockPeriodsExclusive } from '#features/results/period/period.query.server.ts'
import { startOf } from '#features/settings/setting-change/from-day.server.ts'
import { lockSetting } from '#features/settings/setting-change/setting-change.server.ts'
import type { SettingChangeRow } from '#features/settings/setting-change/setting-change.contract.ts'
import { startLimits } from './start-limits.server.ts'
import {
  maxRevenue,
  revenueLife,
  revenueStatus,
  type MaxRevenueRow,
  type RevenueChangeRow,
} from './max-revenue.contract.ts'

const setting = 'max_revenue'

export default serve(maxRevenue, {
  list: ({ db }) => readLimits(db),

  update: async ({ db, me, input: { thresholds, from_day, reason, version }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockSetting(db, setting)
    const storedLimits = await readLimits(db)
    if (storedLimits.waiting)
      fail('request_pending', { message: 'Đang có đề nghị đổi doanh thu tối đa chờ người khác xác nhận.' })
    if (storedLimits.version !== version) fail('changed_by_other', { current: storedLimits })
    const keys = thresholds.map(({ group_id, category }) => `${group_id ?? 0}:${category ?? 0}`)
    if (new Set(keys).size < keys.length)
      fail('threshold_duplicate', { fields: { thresholds: 'Mỗi nhóm và sản phẩm chỉ có một mức.' } })
    await assertGroups(
      db,
      thresholds.flatMap(({ group_id }) => group_id ?? []),
      fail,
    )
    await startOf(db, from_day, fail)
    const plain = thresholds.map(({ group_id = null, category = null, maximum }) => ({ group_id, category, maximum }))
    await db
      .insertInto('revenue_limit')
      .values({
        thresholds: JSON.stringify(plain),
        from_day: from_day ?? null,
        reason: reason ?? null,
        created_by: me.user_id,
      })
      .execute()
    return readLimits(db)
  },

  approve: async ({ db, me, input, fail }) => {
    const change = await lockChange(db, me, input, fail)
    const refusal = whyNot(revenueLife.moves.approve, change, me)
    if (refusal) fail(refusal.error as 'request_finished', { message: refusal.message })
    // Waits for orders that are being created, so that today's sum has them and all later orders see the new limits.
    await lockPeriodsExclusive(db)
    const decision = { decided_by: me.user_id, decided_at: clock_now, from_at: await startLimits(db, change) }
    const { revenue_limit_id } = change
    await moveLocked(db, 'revenue_limit', { revenue_limit_id }, revenueLife.moves.approve, decision)
    return readLimits(db)
  },

  reject: async ({ db, me, input, fail }) => {
    const refusal = whyNot(revenueLife.moves.reject, await lockChange(db, me, input, fail), null)
    if (refusal) fail('request_finished', { message: refusal.message })
    const decision = { decided_by: me.user_id, decided_at: clock_now, decision_reason: input.reason }
    await moveLocked(
      db,
      'revenue_limit',
      { revenue_limit_id: input.revenue_limit_id },
      revenueLife.moves.reject,
      decision,
    )
    return readLimits(db)
  },
})

async function assertGroups(db: Db, group_ids: readonly number[], fail: Fail<'request_invalid'>): Promise<void> {
  const { rows } = await sql<{ is_missing: boolean }>`
    select exists (select from unnest(${group_ids}::integer[]) g where not exists (select from pos_group p where p.pos_group_id = g)) as is_missing`.execute(
    db,
  )
  if (rows[0]!.is_missing) fail('request_invalid', { fields: { thresholds: 'Có nhóm điểm bán không tồn tại.' } })
}

/** Locks a requested change. Refuses people outside the head office, and a version other than the one they saw. */
async function lockChange(
  db: Db,
  me: Me,
  { revenue_limit_id, version }: { revenue_limit_id: number; version: number },
  fail: Fail<'no_right' | 'request_not_found' | 'changed_by_other'>,
): Promise<RevenueChangeRow> {
  if (!isHeadOffice(me)) fail('no_right')
  await lockSetting(db, setting)
  const [change] = await changes(db, sql`r.revenue_limit_id = ${revenue_limit_id}`)
  if (!change) return fail('request_not_found')
  if (change.status === revenueStatus.waiting && change.version !== version) fail('changed_by_other')
  return change
}

async function changes(db: Db, condition: ReturnType<typeof sql>): Promise<RevenueChangeRow[]> {
  // unscoped: only a name
  const { rows } = await sql<RevenueChangeRow>`
    select r.revenue_limit_id, r.thresholds, r.from_day, r.reason, r.status, r.created_by, u.user_name as created_by_name, r.created_at, r.version
    from revenue_limit r left join app_user u on u.user_id = r.created_by
    where ${condition} order by r.from_at, r.revenue_limit_id`.execute(db)
  return rows
}

async function readLimits(db: Db) {
  // unscoped: sales of all points of sale
  const { rows: items } = await sql<MaxRevenueRow>`
    with held as (
      select thresholds from revenue_limit where status = ${sql.lit(revenueStatus.done)} and from_at <= clock_timestamp()
      order by from_at desc, revenue_limit_id desc limit 1),
    today as materialized (
      select pos_group_id, category, sum(amount) as amount from sale_order
      where order_id >= first_order_id(current_date) and (is_sale(status) or status = 1) group by 1, 2)
    select t.group_id, g.pos_group_name, t.category, t.maximum, coalesce((
      select sum(s.amount) from today s
      where (t.group_id is null or s.pos_group_id = t.group_id) and (t.category is null or s.category = t.category)), 0)::bigint as sold
    from held, jsonb_to_recordset(held.thresholds) t (group_id integer, category smallint, maximum bigint)
    left join pos_group g on g.pos_group_id = t.group_id
    where t.group_id is null or g.pos_group_id is not null
    order by t.group_id is not null, g.pos_group_name collate "vi-x-icu", t.category nulls first`.execute(db)
  const [waiting = null] = await changes(db, sql`r.status = ${sql.lit(revenueStatus.waiting)}`)
  const futureChanges = await changes(
    db,
    sql`r.status = ${sql.lit(revenueStatus.done)} and r.from_at > clock_timestamp()`,
  )
  const { rows } = await sql<{ version: number }>`select count(*) + 1 as version from revenue_limit`.execute(db)
  return { items, waiting, planned: futureChanges, history: await historyOf(db), version: rows[0]!.version }
}

/** The confirmed changes with both persons, newest first; each with what would have applied from its moment on without it. */
async function historyOf(db: Db): Promise<SettingChangeRow[]> {
  // unscoped: only names
  const { rows } = await sql<SettingChangeRow>`
    select r.revenue_limit_id as setting_change_id, 'all' as item,
      (select jsonb_build_object('thresholds', p.thresholds) from revenue_limit p
        where p.status = r.status and p.from_at <= r.from_at and (p.decided_at, p.revenue_limit_id) < (r.decided_at, r.revenue_limit_id)
        order by p.from_at desc, p.revenue_limit_id desc limit 1) as before,
      jsonb_build_object('thresholds', r.thresholds) as after, r.from_day, r.reason,
      left(concat_ws(' · xác nhận: ', u.user_name, d.user_name), 100) as created_by_name, r.decided_at as created_at
    from revenue_limit r left join app_user u on u.user_id = r.created_by left join app_user d on d.user_id = r.decided_by
    where r.status = ${sql.lit(revenueStatus.done)} order by r.decided_at desc, r.revenue_limit_id desc limit 200`.execute(
    db,
  )
  return rows
}
