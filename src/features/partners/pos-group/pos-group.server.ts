import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import { contains, paginate, sortOf, vietnamese } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { posGroup } from '#features/partners/data-permission/data-permission.contract.ts'

export default serve(posGroup, {
  list: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, 'pos_group_name')
    const order = column === 'pos_group_name' ? vietnamese('g.pos_group_name') : sql.ref(column)
    const query = groups(db, me)
      .where(contains('g.search', input.keyword))
      .orderBy(order, direction)
      .orderBy('g.pos_group_id')
    return paginate(db, query, input)
  },

  add: async ({ db, me, input, fail }) => {
    // Groups belong to the whole business, so people of a partner or a base store cannot change them.
    if (!isHeadOffice(me)) fail('no_right')
    const { pos_group_id } = await db
      .insertInto('pos_group')
      .values({ ...input, created_by: me.user_id })
      .returning('pos_group_id')
      .executeTakeFirstOrThrow()
    return groups(db, me).where('g.pos_group_id', '=', pos_group_id).executeTakeFirstOrThrow()
  },

  update: async ({ db, me, input: { pos_group_id, version, ...draft }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const updateResult = await db
      .updateTable('pos_group')
      .set({ ...draft, ...changeColumns(me) })
      .where('pos_group_id', '=', pos_group_id)
      .where('version', '=', version)
      .executeTakeFirst()
    const storedGroup = await groups(db, me).where('g.pos_group_id', '=', pos_group_id).executeTakeFirst()
    if (!storedGroup) return fail('not_found')
    if (updateResult.numUpdatedRows === 0n) fail('changed_by_other', { current: storedGroup })
    return storedGroup
  },

  delete: async ({ db, me, input: { pos_group_id }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const deleteResult = await db.deleteFrom('pos_group').where('pos_group_id', '=', pos_group_id).executeTakeFirst()
    if (deleteResult.numDeletedRows === 0n) fail('not_found')
    return null
  },
})

/** All groups, each with the number of its points of sale that `me` may see. */
export function groups(db: Db, me: Me) {
  return db
    .selectFrom('pos_group as g')
    .select(['g.pos_group_id', 'g.pos_group_name', 'g.created_at', 'g.version'])
    .select((eb) =>
      eb
        .selectFrom('pos as s')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('s.pos_group_id', '=', 'g.pos_group_id')
        .where(within(me, 'pos', 's'))
        .$asScalar()
        .$notNull()
        .as('pos_count'),
    )
}
