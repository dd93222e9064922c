import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#server/database/transaction.ts'
import { contains, paginate, sortOf, vietnamese } from '#server/list.ts'
import { serve } from '#server/serve.ts'
import { stamped } from '#server/stamp.ts'
import { banner } from './banner.contract.ts'

export default serve(banner, {
  list: async ({ db, input }) => {
    const { keyword, status, place, sort } = input
    const [column, direction] = sortOf(sort, '-created_at')
    const query = banners(db)
      .where(contains('b.search', keyword))
      .$if(status != null, (q) => q.where('b.status', '=', status!))
      .$if(place != null, (q) => q.where('b.place', '=', place!))
      .orderBy(column === 'title' ? vietnamese('b.title') : sql.ref(`b.${column}`), direction)
      .orderBy('b.banner_id', 'desc')
    return paginate(db, query, input)
  },

  listByPayment: async ({ db, input: { payment_vendor_id }, fail }) => {
    if (!(await vendorExists(db, payment_vendor_id))) fail('payment_vendor_not_found')
    const items = await banners(db)
      .innerJoin('banner_vendor as bv', 'bv.banner_id', 'b.banner_id')
      .select('bv.position')
      .where('bv.payment_vendor_id', '=', payment_vendor_id)
      .orderBy('bv.position')
      .orderBy('bv.banner_id')
      .limit(500)
      .execute()
    return { items, total: items.length }
  },

  add: async ({ db, me, input: { list_payment, ...draft } }) => {
    const { banner_id } = await db
      .insertInto('banner')
      .values({ ...draft, created_by: me.user_id })
      .returning('banner_id')
      .executeTakeFirstOrThrow()
    await showOn(db, banner_id, list_payment)
    return (await bannerOf(db, banner_id))!
  },

  update: async ({ db, me, input: { banner_id, version, list_payment, ...draft }, fail }) => {
    const updated = await db
      .updateTable('banner')
      .set({ ...draft, ...stamped(me) })
      .where('banner_id', '=', banner_id)
      .where('version', '=', version)
      .returning('banner_id')
      .executeTakeFirst()
    if (!updated) fail('changed_by_other', { current: (await bannerOf(db, banner_id)) ?? fail('not_found') })
    if (list_payment) await showOn(db, banner_id, list_payment)
    return (await bannerOf(db, banner_id))!
  },

  delete: async ({ db, input: { banner_id }, fail }) => {
    const deleted = await db
      .deleteFrom('banner')
      .where('banner_id', '=', banner_id)
      .returning('banner_id')
      .executeTakeFirst()
    if (!deleted) fail('not_found')
    return null
  },

  setup: async ({ db, input: { payment_vendor_id, banner_ids }, fail }) => {
    if (!(await vendorExists(db, payment_vendor_id))) fail('payment_vendor_not_found')
    const present = await db
      .selectFrom('banner_vendor')
      .select('banner_id')
      .where('payment_vendor_id', '=', payment_vendor_id)
      .forUpdate()
      .execute()
    const same = new Set(banner_ids).size === banner_ids.length && present.length === banner_ids.length
    // Someone added or removed a banner meanwhile: an order of other banners would be a guess.
    if (!same || present.some((row) => !banner_ids.includes(row.banner_id))) fail('changed_by_other')
    await sql`update banner_vendor set position = wanted.position
      from unnest(${banner_ids}::integer[]) with ordinality as wanted (banner_id, position)
      where payment_vendor_id = ${payment_vendor_id} and banner_vendor.banner_id = wanted.banner_id`.execute(db)
    return null
  },
})

function banners(db: Db) {
  return db
    .selectFrom('banner as b')
    .innerJoin('app_user as creator', 'creator.user_id', 'b.created_by') // unscoped: only the names of who made and changed it
    .leftJoin('app_user as editor', 'editor.user_id', 'b.updated_by')
    .select([
      'b.banner_id',
      'b.title',
      'b.image_url',
      'b.place',
      'b.link',
      'b.from_date',
      'b.to_date',
      'b.status',
      'b.created_at',
      'b.updated_at',
    ])
    .select(['b.version', 'creator.user_name as created_by_name', 'editor.user_name as updated_by_name'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('banner_vendor as bv')
          .innerJoin('payment_vendor as v', 'v.payment_vendor_id', 'bv.payment_vendor_id')
          .select(['v.payment_vendor_id', 'v.vendor_name'])
          .whereRef('bv.banner_id', '=', 'b.banner_id')
          .orderBy('v.position'),
      ).as('vendors'),
    )
    .$narrowType<{ status: 0 | 1; place: 'home_top' | 'home_middle' | 'result' }>()
}

function bannerOf(db: Db, banner_id: number) {
  return banners(db).where('b.banner_id', '=', banner_id).executeTakeFirst()
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

/** Makes these the sources that show the banner; on a new one it comes last. */
async function showOn(db: Db, banner_id: number, vendor_ids: readonly number[]): Promise<void> {
  await sql`delete from banner_vendor where banner_id = ${banner_id} and payment_vendor_id <> all (${vendor_ids}::integer[])`.execute(
    db,
  )
  await sql`insert into banner_vendor (banner_id, payment_vendor_id, position)
    select ${banner_id}::integer, wanted, coalesce((select max(position) from banner_vendor where payment_vendor_id = wanted), 0) + 1
    from (select distinct unnest(${vendor_ids}::integer[]) as wanted) chosen
    on conflict do nothing`.execute(db)
}
