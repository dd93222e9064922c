/** Stores and draws for tests of tickets; draw times are relative to now instead of the calendar. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Office } from './office.ts'
import { writeTo } from './write.ts'

/** Southern stations with six-digit numbers, and a Northern one with five digits. */
export const stations = { tphcm: 21, dongthap: 22, camau: 23, hanoi: 1 } as const

let stores = 0

/** Creates a store and assigns it these stations, taking them from other stores. */
export function openStore(
  { db }: Pick<Office, 'db'>,
  area_ids: readonly number[],
  options: { auto_approve?: boolean; partial_import?: boolean; return_time?: string } = {},
): Promise<number> {
  return writeTo(db, async (trx) => {
    const n = ++stores
    const { base_id } = await trx
      .insertInto('base_store')
      .values({ base_code: `KT${n}`, base_name: `Kho thử ${n}`, ...options })
      .returning('base_id')
      .executeTakeFirstOrThrow()
    for (const area_id of area_ids) {
      await sql`insert into base_store_area values (${area_id}, ${base_id})
        on conflict (area_id) do update set base_id = excluded.base_id`.execute(trx)
    }
    return base_id
  })
}

/** Opening, end of returns, stop and draw, in hours from now. */
type Hours = readonly [open: number, returns: number, stop: number, draw: number]
export const hours = {
  upcoming: [1, 2, 3, 4],
  open: [-1, 1, 2, 3],
  returns_over: [-2, -1, 1, 2],
  stopped: [-3, -2, -1, 1],
  drawn: [-4, -3, -2, -1],
} as const satisfies Record<string, Hours>

/** The date `days` days from today in Viet Nam, as YYYY-MM-DD. */
export async function dayFromNow(db: Db, days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`select current_date + ${days}::integer as day`.execute(db)
  return rows[0]!.day
}

/** Creates or updates the station's draw on that day with these times, ignoring its calendar. */
export async function setPeriod(
  { db }: Pick<Office, 'db'>,
  area_id: number,
  open_date: string,
  when: keyof typeof hours,
): Promise<void> {
  const hoursFromNow = (hour: number) => sql<string>`now() + make_interval(hours => ${hour}::integer)`
  const [open, returns, stop, draw] = hours[when].map(hoursFromNow) as [
    ReturnType<typeof hoursFromNow>,
    ...ReturnType<typeof hoursFromNow>[],
  ]
  await writeTo(db, (trx) =>
    sql`insert into draw_period (category, area_id, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
      select category, area_id, ${open_date}, area_code || '-' || ${open_date}, ${open}, ${returns!}, ${stop!}, ${stop!}, ${draw!} from draw_area where area_id = ${area_id}
      on conflict (area_id, open_date) do update set open_at = excluded.open_at, return_until = excluded.return_until,
        stop_at = excluded.stop_at, print_at = excluded.print_at, draw_at = excluded.draw_at`.execute(trx),
  )
}
