/**
 * Causes of alarms: results that are late or in doubt, and sources of results that do not answer.
 * unscoped: the program reads all rows
 */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { shortMomentText } from '#contract/text/day-text.ts'
import type { AlarmCause } from '#features/settings/alarm/alarm-cause.rules.ts'
import type { Limits } from '#features/settings/alarm/alarm.rules.ts'
import { kenoResultTab } from '#features/settings/pages.contract.ts'
import { alarmKind as feedAlarmKind } from './feed/feed.contract.ts'
import { feedAlarms } from './feed/feed.server.ts'
import { resultPage, sheetPage } from './pages.contract.ts'
import { productName } from './product/product-name.rules.ts'
import type { Product } from './product/product.contract.ts'

/** Draws without a result, and draws of which the sources report different ones. */
export async function lateResults(db: Db, { most_minutes }: Limits): Promise<AlarmCause[]> {
  return [...(await feedDraws(db)), ...(await drawsWithoutResult(db, most_minutes!))]
}

/** Alarms of the result feed, from the same query as the queue on the home page. */
async function feedDraws(db: Db): Promise<AlarmCause[]> {
  const rows = await feedAlarms(db).execute()
  const groups = Map.groupBy(rows, ({ category, kind }) => `${category} ${kind}`)
  return [...groups].map(([key, draws]) => {
    const [{ category, kind, draw_at, period_code }] = draws as [(typeof rows)[number]]
    const is_late = kind === feedAlarmKind.late
    return {
      subject: `feed ${key}`,
      title: `${productName(category)}: ${draws.length} kỳ ${is_late ? 'chưa có kết quả' : 'có nguồn báo trái nhau'}`,
      detail: `Cũ nhất là kỳ ${period_code}, quay ${shortMomentText(draw_at)}`,
      url: sheetPage.url,
    }
  })
}

/** Draws with sales and without a result, except those of the feed, which have their own alarm. */
async function drawsWithoutResult(db: Db, most_minutes: number): Promise<AlarmCause[]> {
  const { rows } = await sql<{ category: Product; draws: number; period_code: string; draw_at: string }>`
    select p.category, count(*) as draws, min(p.draw_at) as draw_at, (array_agg(p.period_code order by p.draw_at))[1] as period_code
    from draw_period p
    where p.draw_at between now() - interval '7 days' and now() - make_interval(mins => ${most_minutes}::integer)
      and p.cancelled_at is null
      and not exists (select from draw_result r where r.period_id = p.period_id)
      and exists (select from sale_order o where o.period_id = p.period_id)
      and not (p.area_id is null and p.category in (16, 17)
        and exists (select from result_feed f where f.status = 1 and p.draw_at >= f.started_at))
    group by p.category order by p.category`.execute(db)
  return rows.map(({ category, draws, period_code, draw_at }) => ({
    subject: `result ${category}`,
    title: `${productName(category)}: ${draws} kỳ chưa có kết quả`,
    detail: `Cũ nhất là kỳ ${period_code}, quay ${shortMomentText(draw_at)}`,
    url: resultPage.url,
  }))
}

/** A source that has not been queried for this long is not considered down. */
const queried_interval = sql`interval '1 hour'`

/** Sources of results that have not answered for this many minutes. */
export async function silentSources(db: Db, { most_minutes }: Limits): Promise<AlarmCause[]> {
  const { rows } = await sql<{ source: number; silent_since: string }>`
    select s.source, coalesce(s.answered_at, f.started_at) as silent_since from result_feed_source s cross join result_feed f
    where f.status = 1 and s.fault is not null and s.queried_at > now() - ${queried_interval}
      and coalesce(s.answered_at, f.started_at) <= now() - make_interval(mins => ${most_minutes}::integer)
    order by s.source`.execute(db)
  return rows.map(({ source, silent_since }) => ({
    subject: `feed ${source}`,
    title: `Nguồn kết quả ${source} không trả lời`,
    detail: `Từ ${shortMomentText(silent_since)}`,
    url: kenoResultTab.url,
  }))
}
