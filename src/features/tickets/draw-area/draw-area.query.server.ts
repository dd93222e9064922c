import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { returnUntil, statusOf } from '#features/results/period/period.query.server.ts'
import type { AreaOfDayRow, DrawPeriodRow } from './draw-area.contract.ts'

type Category = 1 | 2 | 3

/** The stations with their stores; other stores' names are hidden from `me`. */
export function areas(db: Db, me: Me) {
  return db
    .selectFrom('draw_area as a')
    .leftJoin('base_store_area as s', 's.area_id', 'a.area_id')
    .leftJoin('base_store as b', (join) => join.onRef('b.base_id', '=', 's.base_id').on(within(me, 'base_store', 'b')))
    .select(['a.area_id', 'a.area_code', 'a.area_name', 'a.category', 'a.number_length', 'a.series_count'])
    .select(['a.face_value', 'a.draw_time', 'b.base_id', 'b.base_name'])
    .$narrowType<{ category: Category }>()
}

/** The stations with the columns of their list. */
export function areasOfList(db: Db, me: Me) {
  return areas(db, me)
    .leftJoin('app_user as editor', 'editor.user_id', 'a.updated_by')
    .select(['a.import_time', 'a.return_time', 'a.stop_time', 'a.status', 'a.updated_at', 'a.version'])
    .select(['editor.user_name as updated_by_name'])
    .select(
      sql<(1 | 2 | 3 | 4 | 5 | 6 | 7)[]>`array(
        select w.weekday from draw_area_weekday w where w.area_id = a.area_id order by w.weekday)`.as('weekdays'),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('draw_closed_day as c')
          .select(['c.day', 'c.reason'])
          .whereRef('c.area_id', '=', 'a.area_id')
          .where('c.day', '>=', sql<string>`current_date`)
          .orderBy('c.day'),
      ).as('closed_days'),
    )
    .$narrowType<{ status: 0 | 1 }>()
}

/** The draws of stations. */
export function periods(db: Db) {
  return db
    .selectFrom('draw_period as p')
    .innerJoin('draw_area as a', 'a.area_id', 'p.area_id')
    .leftJoin('base_store_area as charge', 'charge.area_id', 'p.area_id')
    .leftJoin('base_store as b', 'b.base_id', 'charge.base_id') // unscoped: only the hour of the store in charge
    .select(['p.period_id', 'p.period_code', 'p.category', 'a.area_id', 'a.area_name', 'p.open_date'])
    .select(['p.open_at', 'p.stop_at', 'p.draw_at'])
    .select([returnUntil('p', 'b').as('return_until'), statusOf('p').as('status')])
    .$narrowType<{ category: Category }>()
}

/** Stations for forms, with their draw of a day; optionally only those that draw on it. */
export async function areasOfDay(
  db: Db,
  query: ReturnType<typeof areas>,
  open_date: string | null,
  only_drawing = open_date !== null,
): Promise<AreaOfDayRow[]> {
  const rows = await query.orderBy('a.category').orderBy('a.area_id').execute()
  const found_periods = open_date === null ? [] : await periods(db).where('p.open_date', '=', open_date).execute()
  const period_by_area = new Map<number, DrawPeriodRow>(found_periods.map((period) => [period.area_id, period]))
  return rows
    .map((area) => ({ ...area, period: period_by_area.get(area.area_id) ?? null }))
    .filter(({ period }) => !only_drawing || period !== null)
}
