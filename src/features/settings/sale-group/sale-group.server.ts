import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { changesOf, keepChange, lockSetting } from '#features/settings/setting-change/setting-change.server.ts'
import {
  productGroup,
  saleGroup,
  saleGroupPayment,
  type GroupProductRow,
  type GroupSourceRow,
  type SaleGroupRow,
} from './sale-group.contract.ts'

const setting = 'sale_group'

export const saleGroups = serve(saleGroup, {
  list: async ({ db }) => {
    // unscoped: only groups of the head office and their sizes
    const { rows: items } = await sql<SaleGroupRow>`
      select g.pos_group_id as group_id, g.pos_group_name, (select count(*) from pos p where p.pos_group_id = g.pos_group_id) as pos_count,
        (select count(*) from sale_group_payment s where s.pos_group_id = g.pos_group_id) as sources,
        (select count(*) from sale_group_product s where s.pos_group_id = g.pos_group_id) as products,
        (select count(*) from (
          select distinct on (category) price from group_price s where s.pos_group_id = g.pos_group_id and s.from_at <= now()
          order by category, from_at desc) x where price is not null) as prices
      from pos_group g order by g.pos_group_name collate "vi-x-icu" limit 10000`.execute(db)
    return { items }
  },
})

export const saleGroupPayments = serve(saleGroupPayment, {
  list: ({ db, input }) => readSources(db, input.group_id),

  add: async ({ db, me, input: { group_id, payment_vendor_id }, fail }) => {
    await lockGroup(db, me, group_id, fail)
    const namesBefore = await namesOf(db, group_id)
    // The table's keys refuse an existing member and an unknown source.
    await db
      .insertInto('sale_group_payment')
      .values({ pos_group_id: group_id, payment_vendor_id, created_by: me.user_id })
      .execute()
    await recordChange(db, me, group_id, namesBefore)
    return readSources(db, group_id)
  },

  remove: async ({ db, me, input: { group_id, payment_vendor_id }, fail }) => {
    await lockGroup(db, me, group_id, fail)
    const namesBefore = await namesOf(db, group_id)
    const { numDeletedRows } = await db
      .deleteFrom('sale_group_payment')
      .where('pos_group_id', '=', group_id)
      .where('payment_vendor_id', '=', payment_vendor_id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) fail('payment_vendor_not_in_group')
    await recordChange(db, me, group_id, namesBefore)
    return readSources(db, group_id)
  },
})

export const productGroups = serve(productGroup, {
  list: ({ db, input }) => readProducts(db, input.group_id),

  add: async ({ db, me, input: { group_id, product_id: category }, fail }) => {
    await lockGroup(db, me, group_id, fail)
    const namesBefore = await namesOf(db, group_id)
    await db
      .insertInto('sale_group_product')
      .values({ pos_group_id: group_id, category, created_by: me.user_id })
      .execute()
    await recordChange(db, me, group_id, namesBefore)
    return readProducts(db, group_id)
  },

  remove: async ({ db, me, input: { group_id, product_id: category }, fail }) => {
    await lockGroup(db, me, group_id, fail)
    const namesBefore = await namesOf(db, group_id)
    const { numDeletedRows } = await db
      .deleteFrom('sale_group_product')
      .where('pos_group_id', '=', group_id)
      .where('category', '=', category)
      .executeTakeFirst()
    if (numDeletedRows === 0n) fail('category_not_in_group')
    await recordChange(db, me, group_id, namesBefore)
    return readProducts(db, group_id)
  },
})

/** Locks the settings of sale groups. Refuses people outside the head office, and an unknown group. */
export async function lockGroup(
  db: Db,
  me: Me,
  group_id: number,
  fail: Fail<'no_right' | 'request_invalid'>,
): Promise<void> {
  if (!isHeadOffice(me)) fail('no_right')
  await lockSetting(db, setting)
  const existing = await db
    .selectFrom('pos_group')
    .select('pos_group_id')
    .where('pos_group_id', '=', group_id)
    .forShare()
    .executeTakeFirst()
  if (!existing) fail('request_invalid', { fields: { group_id: 'Nhóm điểm bán không tồn tại.' } })
}

interface Names {
  payment_vendor_ids: number[]
  categories: number[]
}

async function namesOf(db: Db, group_id: number): Promise<Names> {
  const { rows } = await sql<Names>`
    select array(select payment_vendor_id from sale_group_payment where pos_group_id = ${group_id} order by 1) as payment_vendor_ids,
      array(select category from sale_group_product where pos_group_id = ${group_id} order by 1) as categories`.execute(
    db,
  )
  return rows[0]!
}

async function recordChange(db: Db, me: Me, group_id: number, namesBefore: Names): Promise<void> {
  await keepChange(db, me, {
    setting,
    item: String(group_id),
    before: { ...namesBefore },
    after: { ...(await namesOf(db, group_id)) },
  })
}

// unscoped: sums over the whole group
/** SQL: the orders of the last seven days at points of sale that are in the group now. */
const ordersOf = (group_id: number) => sql`
  select o.payment_vendor_id, o.category, o.total from sale_order o join pos p using (pos_id)
  where p.pos_group_id = ${group_id} and o.order_id >= first_order_id(current_date - 6) and is_sale(o.status)`

async function readSources(db: Db, group_id: number) {
  // unscoped: only counts of the whole group
  const { rows: items } = await sql<GroupSourceRow>`
    select v.payment_vendor_id, v.vendor_code, v.vendor_name, v.status, s.pos_group_id is not null as is_in_group,
      coalesce(o.orders, 0) as orders, coalesce(o.total, 0) as total
    from payment_vendor v left join sale_group_payment s on s.payment_vendor_id = v.payment_vendor_id and s.pos_group_id = ${group_id}
    left join (select payment_vendor_id, count(*) as orders, sum(total) as total from (${ordersOf(group_id)}) o group by 1) o
      on o.payment_vendor_id = v.payment_vendor_id
    order by v.position, v.payment_vendor_id`.execute(db)
  return { items, history: await changesOf(db, setting, String(group_id)) }
}

async function readProducts(db: Db, group_id: number) {
  // unscoped: as above
  const { rows: items } = await sql<GroupProductRow>`
    select c.category as product_id, c.status, s.pos_group_id is not null as is_in_group, coalesce(o.orders, 0) as orders, coalesce(o.total, 0) as total
    from category c left join sale_group_product s on s.category = c.category and s.pos_group_id = ${group_id}
    left join (select category, count(*) as orders, sum(total) as total from (${ordersOf(group_id)}) o group by 1) o on o.category = c.category
    where c.status = 1 or s.pos_group_id is not null
    order by c.category`.execute(db)
  return { items, history: await changesOf(db, setting, String(group_id)) }
}
