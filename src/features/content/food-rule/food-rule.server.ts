import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#server/database/transaction.ts'
import { recordsOf } from '#server/record/records.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { foodRule, FoodRuleRecord } from './food-rule.contract.ts'
import { topFoods } from './top-foods.server.ts'

const rules = recordsOf(FoodRuleRecord)

export default serve(foodRule, {
  list: ({ db, me, input }) => rules.page(db, withTags(db, me), input),

  preview: ({ db, input, fail }) => {
    const { price_from, price_to, post_weight, new_weight, price_weight } = input
    if (price_from != null && price_to != null && price_from > price_to)
      fail('from_exceeds_to', { fields: { price_to: "Giá trị 'Từ' không được lớn hơn 'Đến'." } })
    if (post_weight + new_weight + price_weight === 0) fail('weight_missing')
    return topFoods(db, input)
  },

  add: async ({ db, me, input: { list_tag, ...draft } }) => {
    const id = await rules.insert(db, me, draft)
    await setTags(db, id, list_tag)
    return (await rules.find(withTags(db, me), id))!
  },

  update: async ({ db, me, input: { list_tag, ...change }, fail }) => {
    await rules.change(db, me, change, fail, withTags(db, me))
    if (list_tag) await setTags(db, change.id, list_tag)
    return (await rules.find(withTags(db, me), change.id))!
  },

  delete: async ({ db, me, input, fail }) => {
    await rules.remove(db, me, input, fail)
    return null
  },
})

/** Adds the tags whose foods each rule ranks. */
function withTags(db: Db, me: Me) {
  return rules
    .rows(db, me)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('food_rule_tag as rt')
          .innerJoin('tag as t', 't.id', 'rt.tag_id')
          .select(['t.id', 't.tag_name'])
          .whereRef('rt.food_rule_id', '=', 'r.id')
          .orderBy('t.position')
          .orderBy('t.id'),
      ).as('tags'),
    )
}

async function setTags(db: Db, food_rule_id: number, tag_ids: readonly number[]): Promise<void> {
  await sql`delete from food_rule_tag
    where food_rule_id = ${food_rule_id} and tag_id <> all (${tag_ids}::integer[])`.execute(db)
  await sql`insert into food_rule_tag (food_rule_id, tag_id)
    select ${food_rule_id}::integer, unnest(${tag_ids}::integer[]) on conflict do nothing`.execute(db)
}
