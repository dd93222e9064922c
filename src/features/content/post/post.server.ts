import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#server/database/transaction.ts'
import { recordsOf } from '#server/record/records.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { post, PostRecord } from './post.contract.ts'

const posts = recordsOf(PostRecord)

export default serve(post, {
  list: ({ db, me, input }) => posts.page(db, withFoods(db, me), input),

  add: async ({ db, me, input: { list_food, ...draft } }) => {
    const id = await posts.insert(db, me, draft)
    await setFoods(db, id, list_food)
    return (await posts.find(withFoods(db, me), id))!
  },

  update: async ({ db, me, input: { list_food, ...change }, fail }) => {
    await posts.change(db, me, change, fail, withFoods(db, me))
    if (list_food) await setFoods(db, change.id, list_food)
    return (await posts.find(withFoods(db, me), change.id))!
  },

  delete: async ({ db, me, input, fail }) => {
    await posts.remove(db, me, input, fail)
    return null
  },
})

/** Adds the foods that each post is about. */
function withFoods(db: Db, me: Me) {
  return posts
    .rows(db, me)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('post_food as pf')
          .innerJoin('food as f', 'f.id', 'pf.food_id')
          .select(['f.id', 'f.food_name'])
          .whereRef('pf.post_id', '=', 'r.id')
          .orderBy('f.id'),
      ).as('foods'),
    )
}

async function setFoods(db: Db, post_id: number, food_ids: readonly number[]): Promise<void> {
  await sql`delete from post_food where post_id = ${post_id} and food_id <> all (${food_ids}::integer[])`.execute(db)
  await sql`insert into post_food (post_id, food_id) select ${post_id}::integer, unnest(${food_ids}::integer[])
    on conflict do nothing`.execute(db)
}
