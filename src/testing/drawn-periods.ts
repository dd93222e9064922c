/** Past draws, for tests of results. */
import { sql } from 'kysely'
import type { Office } from './office.ts'
import { dayFromNow, setPeriod, stations } from './tickets.ts'

/** Returns a function that creates a past draw of a station, each on a different day more than a month ago. */
export function drawnPeriods(office: Office) {
  let days_ago = 30
  return async (
    area_id: number = stations.tphcm,
  ): Promise<{ period_id: number; area_id: number; open_date: string }> => {
    const open_date = await dayFromNow(office.db, -++days_ago)
    await setPeriod(office, area_id, open_date, 'returns_over')
    const { rows } = await office.write((db) =>
      sql<{ period_id: number }>`
        update draw_period set open_at = ${open_date}::date - 1, return_until = ${open_date}::date, stop_at = ${open_date}::date,
          print_at = ${open_date}::date, draw_at = ${open_date}::date + time '16:15'
        where area_id = ${area_id} and open_date = ${open_date} returning period_id`.execute(db),
    )
    return { period_id: rows[0]!.period_id, area_id, open_date }
  }
}
