import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { tiersOf } from '#features/results/prize/tiers.rules.ts'
import { games_from, isTraditional, type Product } from '#features/results/product/product.contract.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import { drawShape } from '#features/results/result/draw-shape.rules.ts'
import { drawSearch } from './sheet.rules.ts'
import { sheet, type SheetDrawRow } from './sheet.contract.ts'

const { confirmed, entered } = resultStatus

export default serve(sheet, {
  byDay: async ({ db, me, input: { category, date } }) => {
    const items = await draws(db, me, sql`p.category = ${category} and p.open_date = ${date}`, sql`draw_at, area_id`)
    const { rows } = await sql<{ previous_date: string | null; next_date: string | null }>`
      select (select max(open_date) from draw_period where category = ${category} and open_date < ${date} and cancelled_at is null) as previous_date,
        (select min(open_date) from draw_period where category = ${category} and open_date > ${date} and draw_at <= now() and cancelled_at is null) as next_date`.execute(
      db,
    )
    return { items, total: items.length, ...rows[0]! }
  },

  latest: async ({ db, me, input: { category, draws: count = 1, before, search } }) => {
    const items =
      category == null
        ? await draws(db, me, last_of_each_game, sql`category`)
        : isTraditional(category)
          ? await draws(db, me, stationsOfLastDay(category), sql`draw_at, area_id`)
          : await draws(
              db,
              me,
              lastDraws(category, { count: count ?? 1, before: before ?? null, search }),
              sql`draw_at desc`,
            )
    return { items, total: items.length, next_draw_at: category == null ? null : await nextDraw(db, category) }
  },
})

async function nextDraw(db: Db, category: number): Promise<string | null> {
  const { rows } = await sql<{ next: string | null }>`
    select min(draw_at) as next from draw_period where category = ${category} and draw_at > now() and cancelled_at is null`.execute(
    db,
  )
  return rows[0]!.next
}

const last_of_each_game = sql`p.period_id in (
  select (select d.period_id from draw_period d join draw_result r using (period_id)
      where d.category = c.category and r.status = ${confirmed} order by d.draw_at desc limit 1)
  from category c where c.category >= ${sql.lit(games_from)})`

const stationsOfLastDay = (category: number) => sql`p.category = ${category} and p.open_date = (
  select open_date from draw_period where category = ${category} and draw_at <= now() and cancelled_at is null order by draw_at desc limit 1)`

interface LastDrawsOptions {
  count: number
  before: number | null
  search: string | null | undefined
}

const lastDraws = (category: Product, { count, before, search }: LastDrawsOptions) => sql`p.period_id in (
  select period_id from (
    select d.period_id, d.period_code, d.open_date, d.draw_at, r.numbers from draw_period d join draw_result r using (period_id)
    where d.category = ${category} and r.status = ${confirmed}
      and (${before}::integer is null or d.draw_at < (select draw_at from draw_period where period_id = ${before}))
    order by d.draw_at desc limit 10000) d
  where ${searchCondition(category, search)} order by d.draw_at desc limit ${count})`

function searchCondition(category: Product, text: string | null | undefined): RawBuilder<unknown> {
  if (!text) return sql`true`
  const search = drawSearch(text, { isOfBalls: drawShape(category).some(({ pool }) => pool !== undefined) })
  if (!search) return sql`false`
  if (search.by === 'code') return sql`d.period_code like ${`%${search.code}`}`
  if (search.by === 'day') return sql`to_char(d.open_date, 'FMDD/FMMM/YYYY') like ${`${search.day}%`}`
  return sql`(select array_agg(n) from jsonb_each(d.numbers) g, jsonb_array_elements_text(g.value) n) @> ${search.numbers}::text[]`
}

type Row = Omit<SheetDrawRow, 'tiers'> & {
  amounts: Record<string, number> | null
  ours: Record<string, number> | null
}

/** The draws with their confirmed results; unconfirmed numbers are left out, because the second person must not see them. */
async function draws(
  db: Db,
  me: Me,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<SheetDrawRow[]> {
  const { rows } = await sql<Row>`
    select * from (
      select p.period_id, p.period_code, p.category, p.area_id, coalesce(a.area_name, c.category_name) as name, p.open_date, p.draw_at,
        case when r.status = ${confirmed} then r.numbers end as numbers, case when r.status = ${confirmed} then r.published end as published,
        coalesce(r.status = ${entered}, false) as is_waiting, maker.user_name as entered_by_name, r.entered_at,
        confirmer.user_name as confirmed_by_name, r.confirmed_at,
        (select finished_at from prize_run u where u.period_id = p.period_id and u.status = 2) as calculated_at,
        won.orders as won_orders, won.amount as won_amount,
        (select t.amounts from prize_table t where t.category = p.category and t.status = 2 and t.effective_from <= p.open_date
          order by t.effective_from desc limit 1) as amounts,
        (select jsonb_object_agg(tier, prizes) from (
          select t.tier, sum(t.prizes) as prizes from prize_total t join pos s using (pos_id)
          where t.period_id = p.period_id and ${within(me, 'pos', 's')} group by t.tier) sold) as ours
      from draw_period p join category c using (category)
        left join draw_area a using (area_id)
        left join draw_result r using (period_id)
        left join app_user maker on maker.user_id = r.entered_by -- unscoped: only a name
        left join app_user confirmer on confirmer.user_id = r.confirmed_by -- unscoped: only a name
        cross join lateral (
          select count(*) as orders, coalesce(sum(o.reward), 0) as amount from sale_order o
          where o.period_id = p.period_id and o.status between ${sql.lit(orderStatus.won)} and ${sql.lit(orderStatus.rewarded)}
            and ${within(me, 'sale_order', 'o')}) won
      where p.cancelled_at is null and ${condition}) found
    order by ${order}`.execute(db)
  return rows.map(withTiers)
}

function withTiers({ amounts, ours, ...row }: Row): SheetDrawRow {
  const tiers = tiersOf(row.category).map(({ tier, label, matched = null }) => {
    const published = row.published?.[tier]
    return {
      tier,
      label,
      matched,
      // For tiers of which only the number of winners is published, the amount is that of the prize table.
      amount: published?.amount || (amounts?.[tier] ?? null),
      winners: published?.winners ?? null,
      ours: ours?.[tier] ?? 0,
    }
  })
  return { ...row, tiers }
}
