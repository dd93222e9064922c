import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { serve } from '#server/serve.ts'
import {
  changesOf,
  keepChange,
  lockSetting,
  versionReader,
} from '#features/settings/setting-change/setting-change.server.ts'
import { startOf } from '#features/settings/setting-change/from-day.server.ts'
import { orderPrice, type OrderPriceRow } from './order-price.contract.ts'

const setting = 'order_price'

interface Bounds {
  minimum: number
  maximum: number | null
}
/** The limits of a product without settings. */
const unset: Bounds = { minimum: 0, maximum: null }

export default serve(orderPrice, {
  list: ({ db }) => readPrices(db),

  update: async ({ db, me, input: { category, minimum, maximum = null, from_day, reason, version }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    if (maximum !== null && minimum > maximum)
      fail('minimum_exceeds_maximum', { fields: { maximum: 'Không được nhỏ hơn mức tối thiểu.' } })
    if (maximum === 0) fail('request_invalid', { fields: { maximum: 'Phải lớn hơn 0, hoặc để trống.' } })
    await lockSetting(db, setting)
    const row = (await readPrices(db)).items.find((price) => price.category === category) ?? fail('category_not_found')
    if (row.version !== version) fail('changed_by_other', { current: row })
    const from_at = await startOf(db, from_day, fail)
    const earlierBounds = await boundsBefore(db, category, from_at)
    const plannedBounds = await boundsOn(db, category, from_at)
    const after = { minimum, maximum }
    // A planned change that would change nothing is deleted.
    if (earlierBounds.minimum === minimum && earlierBounds.maximum === maximum)
      await sql`delete from order_price where category = ${category} and from_at = ${from_at}::timestamptz`.execute(db)
    else
      await sql`
        insert into order_price (category, from_at, minimum, maximum, created_by)
        values (${category}, ${from_at}::timestamptz, ${minimum}, ${maximum}, ${me.user_id})
        on conflict (category, from_at) do update set minimum = excluded.minimum, maximum = excluded.maximum, created_by = excluded.created_by`.execute(
        db,
      )
    await keepChange(db, me, {
      setting,
      item: String(category),
      before: { ...(plannedBounds ?? earlierBounds) },
      after,
      from_day: from_day ?? null,
      reason,
    })
    return readPrices(db)
  },
})

async function boundsBefore(db: Db, category: number, from_at: string): Promise<Bounds> {
  const { rows } = await sql<Bounds>`
    select minimum, maximum from order_price where category = ${category} and from_at < ${from_at}::timestamptz
    order by from_at desc limit 1`.execute(db)
  return rows[0] ?? unset
}

/** What was planned for that very moment. */
async function boundsOn(db: Db, category: number, from_at: string): Promise<Bounds | undefined> {
  const { rows } = await sql<Bounds>`
    select minimum, maximum from order_price where category = ${category} and from_at = ${from_at}::timestamptz`.execute(
    db,
  )
  return rows[0]
}

async function readPrices(db: Db) {
  // unscoped: only counts over all orders
  const { rows } = await sql<Omit<OrderPriceRow, 'version'>>`
    select c.category, coalesce(held.minimum, 0) as minimum, held.maximum, coalesce((
        select jsonb_agg(jsonb_build_object('from_day', p.from_at::date, 'minimum', p.minimum, 'maximum', p.maximum) order by p.from_at)
        from order_price p where p.category = c.category and p.from_at > clock_timestamp()), '[]') as planned,
      coalesce(o.orders, 0) as orders, o.smallest, o.largest
    from category c left join lateral (
      select p.minimum, p.maximum from order_price p where p.category = c.category and p.from_at <= clock_timestamp()
      order by p.from_at desc limit 1) held on true
    left join (
      select category, count(*) as orders, min(amount) as smallest, max(amount) as largest from sale_order
      where order_id >= first_order_id(current_date - 6) and is_sale(status) group by 1) o on o.category = c.category
    where c.status = 1 order by c.category`.execute(db)
  const versionOf = await versionReader(db, setting)
  return {
    items: rows.map((row) => ({ ...row, version: versionOf(String(row.category)) })),
    history: await changesOf(db, setting),
  }
}
