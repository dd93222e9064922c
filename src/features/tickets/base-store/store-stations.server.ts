import { sql } from 'kysely'
import { errors } from '#contract/errors.ts'
import { messages } from '#contract/messages.ts'
import type { Fail } from '#server/fail.ts'
import type { Db } from '#server/database/transaction.ts'

interface Assignment {
  base_id: number
  area_ids: readonly number[]
}

/**
 * Assigns stations to a store; the table's key allows one store for each station.
 * @throws Failure draw_station_assigned at `field`, with the station and its store; request_invalid for an unknown one
 */
export async function assignStations(
  db: Db,
  { base_id, area_ids }: Assignment,
  field: 'area_ids' | 'base_id',
  fail: Fail<'draw_station_assigned' | 'request_invalid'>,
): Promise<void> {
  await sql`insert into base_store_area (area_id, base_id)
    select area_id, ${base_id}::integer from draw_area where area_id = any (${area_ids}::integer[])
    on conflict do nothing`.execute(db)
  // unscoped: only the name of the store that has the station already
  const { rows } = await sql<{ area_name: string | null; base_name: string | null }>`
    select a.area_name, b.base_name from unnest(${area_ids}::integer[]) wanted (area_id)
      left join draw_area a using (area_id) left join base_store_area s using (area_id) left join base_store b using (base_id)
    where s.base_id is distinct from ${base_id} order by a.area_name`.execute(db)
  if (rows.some(({ area_name }) => area_name === null))
    fail('request_invalid', { fields: { [field]: messages.invalid } })
  if (rows.length === 0) return
  const owners = rows.map(({ area_name, base_name }) => `${area_name} đã thuộc ${base_name ?? 'kho khác'}`).join('; ')
  fail('draw_station_assigned', { fields: { [field]: `${errors.draw_station_assigned[1]} ${owners}.` } })
}

/** Replaces the store's stations; unchanged ones are not touched, so that the log shows only changes. */
export async function setStations(
  db: Db,
  assignment: Assignment,
  fail: Fail<'draw_station_assigned' | 'request_invalid'>,
): Promise<void> {
  await sql`delete from base_store_area where base_id = ${assignment.base_id} and area_id <> all (${assignment.area_ids}::integer[])`.execute(
    db,
  )
  await assignStations(db, assignment, 'area_ids', fail)
}
