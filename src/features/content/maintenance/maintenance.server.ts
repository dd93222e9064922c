import { sql } from 'kysely'
import type { AnswerOf } from '#contract/call.ts'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { recordsOf } from '#server/record/records.ts'
import { serve } from '#server/serve.ts'
import { maintenance, MaintenanceRecord } from './maintenance.contract.ts'

const records = recordsOf(MaintenanceRecord)
type UpcomingMaintenance = AnswerOf<typeof maintenance.upcoming>['items'][number]

export default serve(maintenance, {
  list: ({ db, me, input }) => records.page(db, records.rows(db, me), input, '-start_at'),

  upcoming: async ({ db }) => {
    const { rows } = await sql<UpcomingMaintenance>`
      select maintenance_id, start_at, end_at, categories, content from maintenance
      where status = 1 and end_at > now() and start_at < now() + interval '1 day' order by start_at, maintenance_id
      limit 20`.execute(db)
    return { items: rows }
  },

  add: async ({ db, me, input: { accept_hits, ...draft }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockSchedule(db)
    const maintenance_id = await records.insert(db, me, draft)
    if (!accept_hits) await tellHits(db, maintenance_id, fail)
    return (await records.find(records.rows(db, me), maintenance_id))!
  },

  update: async ({ db, me, input: { accept_hits, ...change }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockSchedule(db)
    await records.change(db, me, change, fail)
    if (!accept_hits) await tellHits(db, change.maintenance_id, fail)
    return (await records.find(records.rows(db, me), change.maintenance_id))!
  },

  delete: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await records.remove(db, me, input, fail)
    return null
  },
})

/** Lets one change of the schedule after the other look for conflicts: of two at once neither would see the other. */
const lockSchedule = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('maintenance'))`.execute(db)

/** Refuses what was just written and names the conflicts, so that a person decides; maintenance that is switched off conflicts with nothing. */
async function tellHits(db: Db, maintenance_id: number, fail: Fail<'maintenance_hits'>): Promise<void> {
  const { rows } = await sql<{ sentence: string }>`
    with mine as (select * from maintenance where maintenance_id = ${maintenance_id} and status = 1)
    select 'trùng lịch ' || to_char(m.start_at, 'HH24:MI DD/MM') || ' – ' || to_char(m.end_at, 'HH24:MI DD/MM') as sentence
      from mine join maintenance m on m.maintenance_id <> mine.maintenance_id and m.status = 1
        and m.start_at < mine.end_at and m.end_at > mine.start_at
        and (m.categories = '{}' or mine.categories = '{}' or m.categories && mine.categories)
    union all
    select 'trúng ' || count(*) || ' kỳ ' || c.category_name || ' ngừng nhận đơn hoặc quay trong giờ này'
      from mine join draw_period p on p.open_date between mine.start_at::date and mine.end_at::date
        and (p.stop_at between mine.start_at and mine.end_at or p.draw_at between mine.start_at and mine.end_at)
      join category c using (category)
      where p.cancelled_at is null and c.status = 1 and (mine.categories = '{}' or p.category = any (mine.categories))
      group by c.category_name
    limit 12`.execute(db)
  if (rows.length === 0) return
  const message = `Lịch này ${rows.map(({ sentence }) => sentence).join('; ')}. Đánh dấu để vẫn lưu.`
  fail('maintenance_hits', { message, fields: { accept_hits: message } })
}
