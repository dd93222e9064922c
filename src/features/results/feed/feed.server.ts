import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { paginate } from '#server/record/list.ts'
import { serve } from '#server/serve.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import { alarmKind, feed, type FeedAlarmRow } from './feed.contract.ts'

export default serve(feed, {
  alarms: ({ db, input }) => paginate(db, feedAlarms(db), input),

  dismiss: async ({ db, me, input: { period_id, reason }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const alarm = await feedAlarms(db).where('a.period_id', '=', period_id).executeTakeFirst()
    if (!alarm) return fail('period_not_found', { message: 'Kỳ này không có cảnh báo.' })
    if (alarm.confirmed === null)
      fail('action_invalid', { message: 'Kỳ chưa có kết quả được xác nhận: hãy nhập và xác nhận kết quả.' })
    await db
      .updateTable('feed_report')
      .set({ dismissed_by: me.user_id, dismissed_at: sql<string>`clock_timestamp()`, dismiss_reason: reason })
      .where('period_id', '=', period_id)
      .where('dismissed_at', 'is', null)
      .execute()
    return null
  },
})

/** Draws before this are not checked for alarms. */
const looked_back = sql`interval '7 days'`

/**
 * Query of the draws whose result is late, or whose reports differ from each other or from the confirmed result. An alarm ends with the result, with
 * a confirmation later than the report, or when a person dismisses it.
 */
export function feedAlarms(db: Db) {
  const alarms = sql<FeedAlarmRow>`(
    select p.period_id, p.period_code, p.category, c.category_name as name, p.draw_at, r.status as result_status,
      case when r.status = ${resultStatus.confirmed} then r.numbers -> 'main' end as confirmed,
      case when reported.differs then ${alarmKind.contradicting}::smallint else ${alarmKind.late}::smallint end as kind,
      case when r.status = ${resultStatus.entered} then '[]' else reported.reports end as reported
    from result_feed f join draw_period p on p.draw_at >= f.started_at and p.area_id is null and p.category in (16, 17)
      join category c using (category)
      left join draw_result r using (period_id)
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('source', t.source, 'numbers', t.numbers -> 'main', 'received_at', t.received_at)
            order by t.source, t.report_id), '[]') as reports,
          case when r.status = ${resultStatus.confirmed}
            then coalesce(bool_or(t.numbers <> r.numbers and t.received_at > r.confirmed_at and t.dismissed_at is null), false)
            else count(distinct coalesce(r.numbers, t.numbers)) + count(*) filter (where t.numbers <> r.numbers) > 1 end as differs
        from feed_report t where t.period_id = p.period_id) reported
    where f.status = 1 and p.cancelled_at is null
      and p.draw_at between now() - ${looked_back} and now() - make_interval(secs => case when reported.differs then 0 else f.wait_seconds end)
      and (reported.differs or r.result_id is null))`
  return db.selectFrom(alarms.as('a')).selectAll('a').orderBy('a.draw_at').orderBy('a.period_id')
}
