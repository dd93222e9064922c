import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import { one_plan } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { vietnamese } from '#server/record/list.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { listPreference } from '#contract/web-calls/list-preference.ts'
import { listView } from '#contract/web-calls/list-view.ts'

export default [
  ...serve(listPreference, {
    get: async ({ db, me, input: { list_name } }) => {
      const row = await db
        .selectFrom('list_preference')
        .select('state')
        .where('user_id', '=', me.user_id)
        .where('list_name', '=', list_name)
        .executeTakeFirst()
      return (row?.state ?? null) as never
    },

    update: async ({ db, me, input: { list_name, state } }) => {
      await assertRoom(db, 'list_preference', { by: 'user_id', me, but: list_name })
      const json = JSON.stringify(state)
      await db
        .insertInto('list_preference')
        .values({ user_id: me.user_id, list_name, state: json })
        .onConflict((conflict) => conflict.columns(['user_id', 'list_name']).doUpdateSet({ state: json }))
        .execute()
      return null
    },
  }),

  ...serve(listView, {
    list: async ({ db, me, input: { list_name } }) => {
      const items = await views(db, me)
        .where('v.list_name', '=', list_name)
        .where((eb) =>
          eb.or([eb('v.created_by', '=', me.user_id), eb.and([eb('v.shared', '=', true), ofOwnHouse(me)])]),
        )
        .orderBy(vietnamese('v.view_name'))
        .limit(200)
        .execute()
      return { items, total: items.length }
    },

    add: async ({ db, me, input }) => {
      await assertRoom(db, 'list_view', { by: 'created_by', me })
      const { list_view_id } = await db
        .insertInto('list_view')
        .values({ ...input, created_by: me.user_id })
        .returning('list_view_id')
        .executeTakeFirstOrThrow()
      return (await findView(db, me, list_view_id))!
    },

    update: async ({ db, me, input: { list_view_id, version, ...view }, fail }) => {
      const storedView = await findView(db, me, list_view_id)
      if (!storedView?.is_mine) return fail('not_found')
      const updatedRow = await db
        .updateTable('list_view')
        .set({ ...view, version: sql`version + 1` })
        .where('list_view_id', '=', list_view_id)
        .where('version', '=', version)
        .returning('list_view_id')
        .executeTakeFirst()
      if (!updatedRow) fail('changed_by_other', { current: await findView(db, me, list_view_id) })
      return (await findView(db, me, list_view_id))!
    },

    // A shared view belongs to its creator: others may use it, not change it.
    delete: async ({ db, me, input: { list_view_id }, fail }) => {
      const deletedRow = await db
        .deleteFrom('list_view')
        .where('list_view_id', '=', list_view_id)
        .where('created_by', '=', me.user_id)
        .returning('list_view_id')
        .executeTakeFirst()
      if (!deletedRow) fail('not_found')
      return null
    },
  }),
]

const max_of_person = 300

/** A limit against abuse: far more rows than there are lists. */
async function assertRoom(
  db: Db,
  table: 'list_preference' | 'list_view',
  { by, me, but = '' }: { by: string; me: Me; but?: string },
): Promise<void> {
  const { rows } = await sql<{ kept: number }>`
    select count(*) as kept from ${sql.table(table)} where ${sql.ref(by)} = ${me.user_id} and list_name <> ${but}`.execute(
    db,
  )
  if (rows[0]!.kept >= max_of_person)
    throw new Failure('request_invalid', { fields: { list_name: 'Đã lưu quá nhiều, hãy xóa bớt' } })
}

function views(db: Db, me: Me) {
  return db
    .selectFrom('list_view as v')
    .innerJoin('app_user as creator', 'creator.user_id', 'v.created_by') // unscoped: only the name of who made it
    .select([
      'v.list_view_id',
      'v.view_name',
      'v.shared',
      'v.query',
      'v.version',
      'creator.user_name as created_by_name',
    ])
    .select(sql<boolean>`v.created_by = ${me.user_id}`.as('is_mine'))
}

/** Views are shared within one partner, or within the head office: their filters may name rows that others must not see. */
function ofOwnHouse(me: Me) {
  return sql<boolean>`creator.partner_id is not distinct from ${me.partner_id}`
}

function findView(db: Db, me: Me, list_view_id: number) {
  return views(db, me).where('v.list_view_id', '=', list_view_id).modifyEnd(one_plan).executeTakeFirst()
}
