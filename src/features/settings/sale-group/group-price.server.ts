import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { serve } from '#server/serve.ts'
import { changesOf, keepChange, versionReader } from '#features/settings/setting-change/setting-change.server.ts'
import { startOf } from '#features/settings/setting-change/from-day.server.ts'
import { groupPrice, type GroupPriceRow } from './sale-group.contract.ts'
import { lockGroup } from './sale-group.server.ts'

const setting = 'group_price'

interface Price {
  category: number
  /** đồng; null for the usual price. */
  price: number | null
}

export default serve(groupPrice, {
  list: ({ db, input }) => readPrices(db, input.group_id),

  update: async ({ db, me, input: { group_id, prices, from_day, reason, version }, fail }) => {
    await lockGroup(db, me, group_id, fail)
    const now = await readPrices(db, group_id)
    if (now.version !== version) fail('changed_by_other', { current: now })
    const categories = prices.map(({ category }) => category)
    if (new Set(categories).size < categories.length)
      fail('request_invalid', { fields: { prices: 'Mỗi sản phẩm chỉ có một giá.' } })
    const unknown = categories.some((category) => now.items.every((item) => item.category !== category))
    if (unknown) fail('category_not_found', { fields: { prices: 'Có sản phẩm không tồn tại hoặc đã ngừng bán.' } })
    const from_at = await startOf(db, from_day, fail)
    const { earlierPrices, plannedPrices } = await pricesUntil(db, group_id, from_at, categories)
    const changedPrices = prices.filter((price, n) => price.price !== earlierPrices[n]!.price)
    const unchangedCategories = categories.filter((category) =>
      changedPrices.every((changedPrice) => changedPrice.category !== category),
    )
    // A planned change that would change nothing is deleted.
    await sql`
      delete from group_price where pos_group_id = ${group_id} and from_at = ${from_at}::timestamptz and category = any(${unchangedCategories}::smallint[])`.execute(
      db,
    )
    await sql`
      insert into group_price (pos_group_id, category, from_at, price, created_by)
      select ${group_id}, category, ${from_at}::timestamptz, price, ${me.user_id}
      from jsonb_to_recordset(${JSON.stringify(changedPrices)}::jsonb) x (category smallint, price bigint)
      on conflict (pos_group_id, category, from_at) do update set price = excluded.price, created_by = excluded.created_by`.execute(
      db,
    )
    await keepChange(db, me, {
      setting,
      item: String(group_id),
      before: { prices: plannedPrices },
      after: { prices },
      from_day: from_day ?? null,
      reason,
    })
    return readPrices(db, group_id)
  },
})

/** SQL: the group's last price of the product in this column, among those whose `p.from_at` meets the condition. */
const lastPrice = (group_id: number, category: 'w.category' | 'c.category', condition: RawBuilder<unknown>) =>
  sql<number | null>`(select p.price from group_price p
    where p.pos_group_id = ${group_id} and p.category = ${sql.ref(category)} and p.from_at ${condition} order by p.from_at desc limit 1)`

/** The group's prices of these products just before a moment, and with what was already planned for that very moment; both in the products' order. */
async function pricesUntil(db: Db, group_id: number, from_at: string, categories: readonly number[]) {
  const { rows } = await sql<{ category: number; earlier: number | null; planned: number | null }>`
    select w.category, ${lastPrice(group_id, 'w.category', sql`< ${from_at}::timestamptz`)} as earlier,
      ${lastPrice(group_id, 'w.category', sql`<= ${from_at}::timestamptz`)} as planned
    from unnest(${categories}::smallint[]) with ordinality w (category, place) order by w.place`.execute(db)
  const pricesOf = (name: 'earlier' | 'planned') =>
    rows.map((row): Price => ({ category: row.category, price: row[name] }))
  return { earlierPrices: pricesOf('earlier'), plannedPrices: pricesOf('planned') }
}

async function readPrices(db: Db, group_id: number) {
  const { rows: items } = await sql<GroupPriceRow>`
    select c.category, c.price_unit as usual_price, ${lastPrice(group_id, 'c.category', sql`<= clock_timestamp()`)} as price, coalesce((
      select jsonb_agg(jsonb_build_object('from_day', p.from_at::date, 'price', p.price) order by p.from_at)
      from group_price p where p.pos_group_id = ${group_id} and p.category = c.category and p.from_at > clock_timestamp()), '[]') as planned
    from category c where c.status = 1 order by c.category`.execute(db)
  const item = String(group_id)
  const versionOf = await versionReader(db, setting)
  return { items, history: await changesOf(db, setting, item), version: versionOf(item) }
}
