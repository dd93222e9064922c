import { sql } from 'kysely'
import { messages } from '#contract/messages.ts'
import { isHeadOffice } from '#contract/person.ts'
import { one_plan } from '#server/database/pool.ts'
import { mayMake, type Context } from '#server/serve.ts'
import { changeColumns, isUnchanged } from '#server/record/change-columns.ts'
import { seesStore } from '#server/session/accounts.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { lotteryTab } from '#features/settings/pages.contract.ts'
import { assignStations } from '#features/tickets/base-store/store-stations.server.ts'
import { remakePeriods } from './calendar.server.ts'
import type { drawArea } from './draw-area.contract.ts'
import { areasOfList } from './draw-area.query.server.ts'

type UpdateCall = Context<typeof drawArea.update>

export async function updateArea({ db, me, input, fail }: UpdateCall) {
  const { area_id, version, base_id, weekdays, closed_days, ...details } = input
  // A station affects the tickets of every store.
  if (!isHeadOffice(me)) fail('no_right')
  const are_terms_changed = weekdays != null || closed_days != null || Object.keys(details).length > 0
  if (are_terms_changed && !mayMake(me, lotteryTab.update)) fail('no_right')
  const updateResult = await db
    .updateTable('draw_area')
    .set({ ...details, ...changeColumns(me) })
    .where('area_id', '=', area_id)
    .where(isUnchanged(version))
    .executeTakeFirst()
  if (updateResult.numUpdatedRows === 0n)
    fail('changed_by_other', { current: (await findArea(db, me, area_id)) ?? fail('not_found') })
  if (weekdays) await setWeekdays(db, area_id, weekdays)
  if (closed_days) await setClosedDays(db, area_id, closed_days)
  if (are_terms_changed) await remakePeriods(db, area_id)
  if (base_id === null) await sql`delete from base_store_area where area_id = ${area_id}`.execute(db)
  if (base_id != null) {
    if (!(await seesStore(db, me, base_id))) fail('request_invalid', { fields: { base_id: messages.invalid } })
    await assignStations(db, { base_id, area_ids: [area_id] }, 'base_id', fail)
  }
  return (await findArea(db, me, area_id))!
}

export function findArea(db: Db, me: Me, area_id: number) {
  return areasOfList(db, me).where('a.area_id', '=', area_id).modifyEnd(one_plan).executeTakeFirst()
}

async function setWeekdays(db: Db, area_id: number, weekdays: readonly number[]): Promise<void> {
  await sql`delete from draw_area_weekday where area_id = ${area_id} and weekday <> all (${weekdays}::smallint[])`.execute(
    db,
  )
  await sql`insert into draw_area_weekday select ${area_id}::integer, unnest(${weekdays}::smallint[]) on conflict do nothing`.execute(
    db,
  )
}

/** Closed days in the past are not changed. */
async function setClosedDays(
  db: Db,
  area_id: number,
  days: NonNullable<UpdateCall['input']['closed_days']>,
): Promise<void> {
  const closed_days = JSON.stringify(days)
  await sql`delete from draw_closed_day where area_id = ${area_id} and day >= current_date
    and day <> all (${days.map(({ day }) => day)}::date[])`.execute(db)
  await sql`insert into draw_closed_day select ${area_id}::integer, day, min(reason)
    from jsonb_to_recordset(${closed_days}::jsonb) as wanted (day date, reason text) where day >= current_date group by day
    on conflict (area_id, day) do update set reason = excluded.reason where draw_closed_day.reason <> excluded.reason`.execute(
    db,
  )
}
