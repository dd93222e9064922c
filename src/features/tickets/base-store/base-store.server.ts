import { isHeadOffice } from '#contract/person.ts'
import { sql } from 'kysely'
import { contains, paginate, sortOf, vietnamese } from '#server/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { stamped } from '#server/stamp.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { baseStore } from './base-store.contract.ts'
import { setAreas } from './store-areas.server.ts'

export default serve(baseStore, {
  list: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, 'base_code')
    const query = stores(db, me)
      .where(contains('b.search', input.keyword))
      .$if(input.base_id != null, (q) => q.where('b.base_id', '=', input.base_id!))
      .$if(input.status != null, (q) => q.where('b.status', '=', input.status!))
      .$if(input.area_id != null, (q) =>
        q.where(
          sql<boolean>`exists (select from base_store_area s where s.base_id = b.base_id and s.area_id = ${input.area_id})`,
        ),
      )
      .orderBy(column === 'base_name' ? vietnamese('b.base_name') : sql.ref(`b.${column}`), direction)
      .orderBy('b.base_id')
    return paginate(db, query, input)
  },

  add: async ({ db, me, input: { phone_int, area_ids, ...draft }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const { base_id } = await db
      .insertInto('base_store')
      .values({ ...draft, phone_number: phone_int ?? null, created_by: me.user_id })
      .returning('base_id')
      .executeTakeFirstOrThrow()
    await setAreas(db, { base_id, area_ids }, fail)
    return storeOf(db, me, base_id).executeTakeFirstOrThrow()
  },

  update: async ({ db, me, input, fail }) => {
    const { base_id, version, phone_int, area_ids, ...draft } = input
    // What a store may do, and with which stations, is for the head office to say.
    const of_head_office = [area_ids, draft.base_code, draft.auto_approve, draft.partial_import, draft.status]
    if (!isHeadOffice(me) && of_head_office.some((value) => value !== undefined)) fail('no_right')
    const updated = await db
      .updateTable('base_store')
      .set({ ...draft, ...(phone_int !== undefined && { phone_number: phone_int }), ...stamped(me) })
      .where('base_id', '=', base_id)
      .where('version', '=', version)
      .where(within(me, 'base_store'))
      .executeTakeFirst()
    const found = () => storeOf(db, me, base_id).executeTakeFirst()
    if (updated.numUpdatedRows === 0n) fail('changed_by_other', { current: (await found()) ?? fail('not_found') })
    if (area_ids) await setAreas(db, { base_id, area_ids }, fail)
    return (await found())!
  },
})

function stores(db: Db, me: Me) {
  return db
    .selectFrom('base_store as b')
    .leftJoin('app_user as creator', 'creator.user_id', 'b.created_by')
    .leftJoin('app_user as editor', 'editor.user_id', 'b.updated_by')
    .select(['b.base_id', 'b.base_code', 'b.base_name', 'b.address', 'b.phone_number', 'b.return_time', 'b.note'])
    .select(['b.auto_approve', 'b.partial_import', 'b.status', 'b.created_at', 'b.updated_at', 'b.version'])
    .select(['creator.user_name as created_by_name', 'editor.user_name as updated_by_name'])
    .select([
      sql<
        number[]
      >`array(select s.area_id from base_store_area s join draw_area a using (area_id) where s.base_id = b.base_id
        order by a.area_name collate "vi-x-icu")`.as('area_ids'),
      sql<
        string[]
      >`array(select a.area_name from base_store_area s join draw_area a using (area_id) where s.base_id = b.base_id
        order by a.area_name collate "vi-x-icu")`.as('area_names'),
      sql<number>`(select count(*) from app_user u where u.base_id = b.base_id and u.deleted_at is null)`.as(
        'user_count',
      ),
    ])
    .$narrowType<{ status: 0 | 1 }>()
    .where(within(me, 'base_store', 'b'))
}

function storeOf(db: Db, me: Me, base_id: number) {
  return stores(db, me).where('b.base_id', '=', base_id)
}
