import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#server/database/transaction.ts'
import { recordsOf } from '#server/record/records.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { food, FoodRecord } from './food.contract.ts'

const foods = recordsOf(FoodRecord)

export default serve(food, {
  list: ({ db, me, input }) => foods.page(db, withTags(db, me, input.tag_id), input),

  detail: async ({ db, me, input, fail }) => (await foods.find(withTags(db, me), input.id)) ?? fail('not_found'),

  add: async ({ db, me, input: { list_tag, ...draft } }) => {
    const id = await foods.insert(db, me, draft)
    await setTags(db, id, list_tag)
    return (await foods.find(withTags(db, me), id))!
  },

  update: async ({ db, me, input: { list_tag, ...change }, fail }) => {
    await foods.change(db, me, change, fail, withTags(db, me))
    if (list_tag) await setTags(db, change.id, list_tag)
    return (await foods.find(withTags(db, me), change.id))!
  },

  delete: async ({ db, me, input, fail }) => {
    // Locked, so that a post that links to it meanwhile waits.
    await db.selectFrom('food').select('id').where('id', '=', input.id).forUpdate().execute()
    const mentions = await db
      .selectFrom('post_food')
      .select((eb) => eb.fn.countAll<number>().as('posts'))
      .where('food_id', '=', input.id)
      .executeTakeFirstOrThrow()
    if (mentions.posts > 0)
      fail('food_in_use', {
        message: `Món đang có trong ${mentions.posts} bài viết nên không thể xóa. Hãy tắt thay vì xóa.`,
      })
    await foods.remove(db, me, input, fail)
    return null
  },
})

/** Adds the tags of each food; with a tag, only foods under it or one of its sub-tags. */
function withTags(db: Db, me: Me, under?: number | null) {
  return foods
    .rows(db, me)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('food_tag as ft')
          .innerJoin('tag as t', 't.id', 'ft.tag_id')
          .select(['t.id', 't.tag_name'])
          .whereRef('ft.food_id', '=', 'r.id')
          .orderBy('t.position')
          .orderBy('t.id'),
      ).as('tags'),
    )
    .$if(under != null, (query) =>
      query.where((eb) =>
        eb.exists(
          eb
            .selectFrom('food_tag as ft')
            .innerJoin('tag as t', 't.id', 'ft.tag_id')
            .select('t.id')
            .whereRef('ft.food_id', '=', 'r.id')
            .where((or) => or.or([or('t.id', '=', under!), or('t.parent_id', '=', under!)])),
        ),
      ),
    )
}

async function setTags(db: Db, food_id: number, tag_ids: readonly number[]): Promise<void> {
  await sql`delete from food_tag where food_id = ${food_id} and tag_id <> all (${tag_ids}::integer[])`.execute(db)
  await sql`insert into food_tag (food_id, tag_id) select ${food_id}::integer, unnest(${tag_ids}::integer[])
    on conflict do nothing`.execute(db)
}
