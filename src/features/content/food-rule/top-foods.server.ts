/** Ranks foods by a rule: conditions that a food must meet, and weights for the order. */
import { sql } from 'kysely'
import type { AnswerOf } from '#contract/call.ts'
import type { Db } from '#server/database/transaction.ts'
import type { foodRule } from './food-rule.contract.ts'

export interface Rule {
  price_from?: number | null | undefined
  price_to?: number | null | undefined
  period_days: number
  post_weight: number
  new_weight: number
  price_weight: number
  list_size: number
  list_tag: readonly number[]
}

/**
 * Each measure is relative to the best food that meets the conditions: the number of posts of the period about the food, how recently in the period
 * it was added, how far its price is below the highest. Their weighted mean is the score, in thousandths.
 */
export async function topFoods(db: Db, rule: Rule): Promise<AnswerOf<typeof foodRule.preview>> {
  const { post_weight, new_weight, price_weight } = rule
  const weights = post_weight + new_weight + price_weight
  const part = (weight: number, measure: string) =>
    sql`round(1000.0 * ${weight}::integer / ${weights}::integer * ${sql.ref(measure)})::integer`
  const { rows } = await sql<AnswerOf<typeof foodRule.preview>['items'][number] & { candidates: number }>`
    with chosen as (
      select f.id, f.food_name, f.image_url, f.image_alt, f.price,
        (select count(*) from post_food pf join post p on p.id = pf.post_id
          where pf.food_id = f.id and p.status = 1 and p.created_at > now() - make_interval(days => ${rule.period_days}::integer)) as posts,
        greatest(0, 1 - extract(epoch from now() - f.created_at) / 86400 / ${rule.period_days}::integer) as newness
      from food f
      where f.status = 1 and f.price >= coalesce(${rule.price_from ?? null}::bigint, 0)
        and f.price <= coalesce(${rule.price_to ?? null}::bigint, f.price)
        and (${rule.list_tag}::integer[] = '{}' or exists (
          select from food_tag ft join tag t on t.id = ft.tag_id
          where ft.food_id = f.id and t.status = 1 and (t.id = any (${rule.list_tag}) or t.parent_id = any (${rule.list_tag}))))
    ), measured as (
      select *, coalesce(posts / nullif(max(posts) over (), 0)::numeric, 0) as mentioned,
        coalesce((max(price) over () - price) / nullif(max(price) over () - min(price) over (), 0)::numeric, 1) as cheap,
        count(*) over () as candidates
      from chosen
    ), scored as (
      select id, food_name, image_url, image_alt, price, posts, candidates, ${part(post_weight, 'mentioned')} as post_part,
        ${part(new_weight, 'newness')} as new_part, ${part(price_weight, 'cheap')} as price_part
      from measured
    )
    select *, post_part + new_part + price_part as score from scored
    order by score desc, posts desc, vn_fold(food_name), id limit ${rule.list_size}::integer`.execute(db)
  const items = rows.map((row) => {
    const { candidates: _, ...food } = row
    return food
  })
  return { items, candidates: rows[0]?.candidates ?? 0 }
}
