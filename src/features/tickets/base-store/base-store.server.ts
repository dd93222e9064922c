import { isHeadOffice } from '#contract/person.ts'
import { sql } from 'kysely'
import { recordsOf } from '#server/record/records.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { baseStore, BaseStoreRecord } from './base-store.contract.ts'
import { baseStoreChange } from './base-store-change.contract.ts'
import { setStations } from './store-stations.server.ts'

const records = recordsOf(BaseStoreRecord)

const listService = serve(baseStore, {
  list: ({ db, me, input }) => {
    const query = stores(db, me)
      .$if(input.base_id != null, (q) => q.where('r.base_id', '=', input.base_id!))
      .$if(input.area_id != null, (q) =>
        q.where(
          sql<boolean>`exists (select from base_store_area s where s.base_id = r.base_id and s.area_id = ${input.area_id})`,
        ),
      )
    return records.page(db, query, input, 'base_code', { sorts: { user_count } })
  },
})

const changeService = serve(baseStoreChange, {
  add: async ({ db, me, input: { phone_int, area_ids, ...draft }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const base_id = await records.insert(db, me, { ...draft, phone_number: phone_int ?? null })
    await setStations(db, { base_id, area_ids }, fail)
    return (await records.find(stores(db, me), base_id))!
  },

  update: async ({ db, me, input: { phone_int, area_ids, ...change }, fail }) => {
    // Only the head office sets a store's rules and stations.
    const head_office_values = [area_ids, change.base_code, change.auto_approve, change.partial_import, change.status]
    if (!isHeadOffice(me) && head_office_values.some((value) => value !== undefined)) fail('no_right')
    const phone_number = phone_int === undefined ? {} : { phone_number: phone_int }
    await records.change(db, me, { ...change, ...phone_number }, fail, stores(db, me))
    if (area_ids) await setStations(db, { base_id: change.base_id, area_ids }, fail)
    return (await records.find(stores(db, me), change.base_id))!
  },
})

export default [...listService, ...changeService]

const stationsOf = <T>(column: string) =>
  sql<T[]>`array(select a.${sql.ref(column)} from base_store_area s join draw_area a using (area_id)
    where s.base_id = r.base_id order by a.area_name collate "vi-x-icu")`

// unscoped: only counts, of stores within the scope
const user_count = sql<number>`(select count(*) from app_user u where u.base_id = r.base_id and u.deleted_at is null)`

function stores(db: Db, me: Me) {
  return records
    .rows(db, me)
    .select('r.phone_number')
    .select([stationsOf<number>('area_id').as('area_ids'), stationsOf<string>('area_name').as('area_names')])
    .select(user_count.as('user_count'))
}
