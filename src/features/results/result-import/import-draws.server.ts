/** Finds the draws of an import file, and creates missing ones of past years. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { lockPeriodsShared } from '#features/results/period/period.query.server.ts'
import { isBought } from '#features/results/period/game-periods.server.ts'
import type { NamedDraw, ReadRow, RowFault } from './import-rows.rules.ts'

export interface FoundDraw {
  period_id: number
  period_code: string
  area_id: number | null
  open_date: string
  is_drawn: boolean
  is_cancelled: boolean
  has_result: boolean
  /** Whether it has orders or had tickets in a store, so that money depends on its result. */
  is_sold: boolean
  /** Of a day before the first order of all, or at least 30 days ago. */
  is_long_past: boolean
}

const importedDraws = (rows: readonly NamedDraw[]) => sql`
  jsonb_to_recordset(${JSON.stringify(rows.map(({ category, area_id, open_date, period_code }) => ({ category, area_id, open_date, period_code })))}::jsonb)
    imported (category smallint, area_id integer, open_date date, period_code text)`

/** The existing draws by the key of `keyOf`, locked until the transaction ends, so that none is cancelled. */
export async function findDraws(db: Db, rows: readonly NamedDraw[]): Promise<Map<string, FoundDraw>> {
  await lockPeriodsShared(db)
  const { rows: draws } = await sql<FoundDraw>`
    select p.period_id, p.period_code, p.area_id, p.open_date, p.draw_at <= now() as is_drawn, p.cancelled_at is not null as is_cancelled,
      exists (select from draw_result r where r.period_id = p.period_id) as has_result,
      ${isBought('p')}
        or exists (select from stock s where s.area_id = p.area_id and s.open_date = p.open_date) as is_sold,
      p.open_date < greatest(current_date - 29, least(current_date, (select order_day(min(order_id)) from sale_order))) as is_long_past
    from ${importedDraws(rows)}, lateral (
      select * from draw_period where area_id = imported.area_id and open_date = imported.open_date
      union all
      select * from draw_period where imported.area_id is null and period_code = imported.period_code) p`.execute(db) // unscoped: orders and stock of everybody
  return new Map(
    draws.map((draw) => [draw.area_id === null ? draw.period_code : `${draw.area_id} ${draw.open_date}`, draw]),
  )
}

/** Creates missing draws of past days, at the times that the station or game has today. */
export async function makeDraws(db: Db, rows: readonly ReadRow[], refused: RowFault[]): Promise<void> {
  const existing = await findDraws(db, rows)
  const missing = rows.filter(
    (row) => !existing.has(row.area_id === null ? row.period_code! : `${row.area_id} ${row.open_date}`),
  )
  const untimed = missing.filter(({ is_often, draw_time }) => is_often && draw_time === null)
  for (const { index } of untimed)
    refused.push({ index, error: 'Không rõ giờ quay của kỳ này', fix: 'Thêm cột Giờ quay, ví dụ 06:08' })
  await insertDraws(
    db,
    missing.filter((row) => !untimed.includes(row)),
  )
  refused.push(...(await outOfOrder(db, missing)))
}

async function insertDraws(db: Db, rows: readonly ReadRow[]): Promise<void> {
  const list = rows.map(({ category, area_id, open_date, period_code, draw_time }) => ({
    category,
    area_id,
    open_date,
    period_code,
    draw_time,
  }))
  await sql`
    insert into draw_period (category, area_id, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
      select n.category, n.area_id, n.open_date, coalesce(n.period_code, a.area_code || '-' || to_char(n.open_date, 'YYYYMMDD')),
        least(d.at, s.at) - interval '1 day', s.at, s.at, s.at, d.at
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) n (category smallint, area_id integer, open_date date, period_code text, draw_time time)
      left join draw_area a using (area_id) left join game g on g.category = n.category,
        lateral (select n.open_date + coalesce(n.draw_time, a.draw_time::time, g.first_draw::time, time '18:00') as at) d,
        lateral (select d.at - make_interval(secs => coalesce(g.stop_seconds, 900)) as at) s
      where d.at < now()
      on conflict do nothing`.execute(db)
}

/** The rows of games whose code is not in the order of the days: either the code or the day is wrong. */
async function outOfOrder(db: Db, rows: readonly ReadRow[]): Promise<RowFault[]> {
  const games = rows.filter(({ area_id }) => area_id === null)
  if (games.length === 0) return []
  const { rows: misordered } = await sql<{ period_id: number; period_code: string }>`
    select p.period_id, p.period_code
    from ${importedDraws(games)} join draw_period p using (period_code),
      lateral (select max(period_code) as code from (select period_code from draw_period b where b.category = p.category and b.area_id is null
        and b.draw_at < p.draw_at order by b.draw_at desc limit 1) before) before,
      lateral (select min(period_code) as code from (select period_code from draw_period b where b.category = p.category and b.area_id is null
        and b.draw_at > p.draw_at order by b.draw_at limit 1) after) after
    where before.code > p.period_code or after.code < p.period_code`.execute(db)
  if (misordered.length === 0) return []
  const ids = misordered.map(({ period_id }) => period_id)
  await sql`delete from draw_period where period_id = any(${ids}::integer[])`.execute(db)
  const codes = new Set(misordered.map(({ period_code }) => period_code))
  return games
    .filter(({ period_code }) => codes.has(period_code!))
    .map(({ index }) => ({ index, error: 'Mã kỳ không theo thứ tự ngày quay', fix: 'Kiểm tra mã kỳ và ngày quay' }))
}
