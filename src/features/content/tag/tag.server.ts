import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { recordsOf } from '#server/record/records.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { tag, TagRecord } from './tag.contract.ts'

const tags = recordsOf(TagRecord)

export default serve(tag, {
  list: ({ db, me, input }) => {
    const in_tree = withUse(db, me)
      .orderBy(sql`coalesce(p.position, r.position)`)
      .orderBy(sql`coalesce(p.id, r.id)`)
      .orderBy(sql`r.parent_id nulls first`)
      .$if(input.level != null, (query) => query.where('r.is_top', '=', input.level === 1))
    return tags.page(db, in_tree, input, 'position')
  },

  detail: async ({ db, me, input, fail }) => (await tags.find(withUse(db, me), input.id)) ?? fail('not_found'),

  add: async ({ db, me, input }) => (await tags.find(withUse(db, me), await tags.insert(db, me, input)))!,

  update: async ({ db, me, input, fail }) => {
    await tags.change(db, me, input, fail, withUse(db, me))
    return (await tags.find(withUse(db, me), input.id))!
  },

  enable: async ({ db, me, input: { id, enabled }, fail }) => {
    await db
      .updateTable('tag')
      .set({ status: enabled ? 1 : 0, ...changeColumns(me) })
      .where('id', '=', id)
      .where('status', '<>', enabled ? 1 : 0)
      .execute()
    return (await tags.find(withUse(db, me), id)) ?? fail('not_found')
  },

  delete: async ({ db, me, input, fail }) => {
    // Locked, so that inserting something under it waits and the count is complete.
    const lockedTags = await db
      .selectFrom('tag')
      .select('tag_name')
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirst()
    if (!lockedTags) return fail('not_found')
    const { rules } = await db
      .selectFrom('food_rule_tag')
      .select((eb) => eb.fn.countAll<number>().as('rules'))
      .where('tag_id', '=', input.id)
      .executeTakeFirstOrThrow()
    const { food_count, child_count } = (await tags.find(withUse(db, me), input.id))!
    const uses = [
      child_count > 0 && `${child_count} mục con`,
      food_count > 0 && `${food_count} món ăn`,
      rules > 0 && `${rules} luật top food`,
    ].filter((use) => use !== false)
    if (uses.length > 0)
      fail('tag_in_use', {
        message: `Danh mục đang có ${new Intl.ListFormat('vi').format(uses)} nên không thể xóa. Hãy tắt thay vì xóa.`,
      })
    await tags.remove(db, me, input, fail)
    return null
  },
})

/** Adds each tag's parent name, and how many rows use it. */
function withUse(db: Db, me: Me) {
  return tags
    .rows(db, me)
    .leftJoin('tag as p', 'p.id', 'r.parent_id')
    .select([
      'p.tag_name as parent_name',
      sql<number>`(select count(*) from food_tag ft where ft.tag_id = r.id)`.as('food_count'),
      sql<number>`(select count(*) from tag c where c.parent_id = r.id)`.as('child_count'),
    ])
}
