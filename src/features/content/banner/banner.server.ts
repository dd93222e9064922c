import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#server/database/transaction.ts'
import { recordsOf } from '#server/record/records.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { banner, BannerRecord } from './banner.contract.ts'

const banners = recordsOf(BannerRecord)

export default serve(banner, {
  list: ({ db, me, input }) => banners.page(db, withVendors(db, me), input),

  listByPayment: async ({ db, me, input: { payment_vendor_id }, fail }) => {
    if (!(await vendorExists(db, payment_vendor_id))) fail('payment_vendor_not_found')
    const items = await withVendors(db, me)
      .innerJoin('banner_vendor as bv', 'bv.banner_id', 'r.banner_id')
      .select('bv.position')
      .where('bv.payment_vendor_id', '=', payment_vendor_id)
      .orderBy('bv.position')
      .orderBy('bv.banner_id')
      .limit(500)
      .execute()
    return { items, total: items.length }
  },

  add: async ({ db, me, input: { list_payment, ...draft } }) => {
    const banner_id = await banners.insert(db, me, { ...draft, ...inOrder(draft) })
    await showOn(db, banner_id, list_payment)
    return (await banners.find(withVendors(db, me), banner_id))!
  },

  update: async ({ db, me, input: { list_payment, ...change }, fail }) => {
    // Locked, so that another change does not move the days that these are put in order with.
    await db.selectFrom('banner').select('banner_id').where('banner_id', '=', change.banner_id).forUpdate().execute()
    const storedBanner = (await banners.find(withVendors(db, me), change.banner_id)) ?? fail('not_found')
    await banners.change(db, me, { ...change, ...inOrder({ ...storedBanner, ...change }) }, fail, withVendors(db, me))
    if (list_payment) await showOn(db, change.banner_id, list_payment)
    return (await banners.find(withVendors(db, me), change.banner_id))!
  },

  delete: async ({ db, me, input, fail }) => {
    await banners.remove(db, me, input, fail)
    return null
  },

  setup: async ({ db, input: { payment_vendor_id, banner_ids, seen_ids }, fail }) => {
    if (!(await vendorExists(db, payment_vendor_id))) fail('payment_vendor_not_found')
    const lockedRows = await db
      .selectFrom('banner_vendor')
      .select(['banner_id', 'position'])
      .where('payment_vendor_id', '=', payment_vendor_id)
      .forUpdate()
      .execute()
    // Ordered here, because PostgreSQL orders rows before it waits for their locks.
    const stored_ids = lockedRows
      .toSorted((a, b) => a.position - b.position || a.banner_id - b.banner_id)
      .map(({ banner_id }) => banner_id)
    const isSameSet = new Set(banner_ids).size === banner_ids.length && stored_ids.length === banner_ids.length
    // Somebody has added or removed a banner meanwhile, so the order would be incomplete.
    if (!isSameSet || stored_ids.some((banner_id) => !banner_ids.includes(banner_id))) fail('changed_by_other')
    if (seen_ids && seen_ids.join() !== stored_ids.join())
      fail('changed_by_other', { message: 'Thứ tự vừa được người khác thay đổi. Chưa có gì được lưu, hãy xem lại.' })
    await sql`update banner_vendor set position = wanted.position
      from unnest(${banner_ids}::integer[]) with ordinality as wanted (banner_id, position)
      where payment_vendor_id = ${payment_vendor_id} and banner_vendor.banner_id = wanted.banner_id`.execute(db)
    return null
  },
})

interface Days {
  from_date?: string | null | undefined
  to_date?: string | null | undefined
}

/** The days of a range in the right order, where they were given reversed; else nothing. */
function inOrder({ from_date, to_date }: Days): Days {
  return from_date && to_date && from_date > to_date ? { from_date: to_date, to_date: from_date } : {}
}

/** Adds the sources that show each banner. */
function withVendors(db: Db, me: Me) {
  return banners
    .rows(db, me)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('banner_vendor as bv')
          .innerJoin('payment_vendor as v', 'v.payment_vendor_id', 'bv.payment_vendor_id')
          .select(['v.payment_vendor_id', 'v.vendor_name'])
          .whereRef('bv.banner_id', '=', 'r.banner_id')
          .orderBy('v.position'),
      ).as('vendors'),
    )
}

async function vendorExists(db: Db, payment_vendor_id: number): Promise<boolean> {
  return (
    (await db
      .selectFrom('payment_vendor')
      .select('payment_vendor_id')
      .where('payment_vendor_id', '=', payment_vendor_id)
      .executeTakeFirst()) !== undefined
  )
}

/** Replaces the sources that show the banner; it comes last in a source that is new to it. */
async function showOn(db: Db, banner_id: number, vendor_ids: readonly number[]): Promise<void> {
  await sql`delete from banner_vendor where banner_id = ${banner_id} and payment_vendor_id <> all (${vendor_ids}::integer[])`.execute(
    db,
  )
  await sql`insert into banner_vendor (banner_id, payment_vendor_id, position)
    select ${banner_id}::integer, wanted, coalesce((select max(position) from banner_vendor where payment_vendor_id = wanted), 0) + 1
    from (select distinct unnest(${vendor_ids}::integer[]) as wanted) chosen
    on conflict do nothing`.execute(db)
}
