import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { paginate } from '#server/record/list.ts'
import { recordsOf } from '#server/record/records.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Product, ProductLine } from '#features/results/product/product.contract.ts'
import {
  changesOf,
  keepChange,
  lockSetting,
  versionReader,
} from '#features/settings/setting-change/setting-change.server.ts'
import { productDisplay, ProductDisplayRecord, type ProductDisplayRow } from './product-display.contract.ts'

const setting = 'product_display'
/** The history item for changes of the order; changes of one product have its number as item. */
const order_item = 'order'
const records = recordsOf(ProductDisplayRecord)

export default serve(productDisplay, {
  list: async ({ db, me, input }) => ({
    ...(await paginate(db, displays(db, me).orderBy('r.position').orderBy('r.product_id'), input)),
    version: await orderVersion(db),
  }),

  detail: async ({ db, me, input, fail }) =>
    (await records.find(displays(db, me), input.product_id)) ?? fail('not_found'),

  listNotAssign: async ({ db }) => {
    const items = await db
      .selectFrom('category as c')
      .select(['c.category as product_id', 'c.category', 'c.category_code', 'c.line'])
      .$narrowType<{ category: Product; line: ProductLine }>()
      .where(sql<boolean>`not exists (select from product_display d where d.product_id = c.category)`)
      .orderBy('c.category')
      .execute()
    return { items, total: items.length }
  },

  history: async ({ db }) => ({ items: await changesOf(db, setting) }),

  add: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockSetting(db, setting)
    const { product_id } = input
    const category = await db
      .selectFrom('category')
      .select('category')
      .where(sql<boolean>`category = ${product_id}::integer`)
      .executeTakeFirst()
    if (!category) fail('category_not_found', { fields: { product_id: 'Loại sản phẩm không tồn tại.' } })
    await assertPicture(db, input, fail)
    await records.insert(db, me, {
      ...input,
      position: sql<number>`(select coalesce(max(position), 0) + 1 from product_display)`,
    })
    const after = (await records.find(displays(db, me), product_id))!
    await keepChange(db, me, { setting, item: String(product_id), before: null, after: plain(after) })
    return after
  },

  update: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockSetting(db, setting)
    const storedDisplay = (await records.find(displays(db, me), input.product_id)) ?? fail('not_found')
    await assertPicture(db, { ...storedDisplay, ...input }, fail)
    await records.change(db, me, input, fail, displays(db, me))
    const after = (await records.find(displays(db, me), input.product_id))!
    await keepChange(db, me, {
      setting,
      item: String(input.product_id),
      before: plain(storedDisplay),
      after: plain(after),
    })
    return after
  },

  delete: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockSetting(db, setting)
    const storedDisplay = (await records.find(displays(db, me), input.product_id)) ?? fail('not_found')
    await records.remove(db, me, input, fail)
    await keepChange(db, me, { setting, item: String(input.product_id), before: plain(storedDisplay), after: null })
    return null
  },

  setup: async ({ db, me, input: { product_ids, reason, version }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockSetting(db, setting)
    const present = await db.selectFrom('product_display').select('product_id').orderBy('position').execute()
    const stored_ids = present.map(({ product_id }) => product_id)
    const is_whole =
      new Set(product_ids).size === product_ids.length &&
      stored_ids.length === product_ids.length &&
      stored_ids.every((product_id) => product_ids.includes(product_id))
    const stored_version = await orderVersion(db)
    if (stored_version !== version || !is_whole)
      fail('changed_by_other', { current: { product_ids: stored_ids, version: stored_version } })
    await sql`
      update product_display d set position = x.n, updated_by = ${me.user_id}, updated_at = clock_timestamp(), version = version + 1
      from unnest(${product_ids}::integer[]) with ordinality x (product_id, n)
      where d.product_id = x.product_id and d.position <> x.n`.execute(db)
    await keepChange(db, me, {
      setting,
      item: order_item,
      before: { product_ids: stored_ids },
      after: { product_ids },
      reason: reason ?? null,
    })
    return null
  },
})

/** Counts only saved orders: a product that was added or removed meanwhile is noticed by its absence or presence. */
const orderVersion = async (db: Db) => (await versionReader(db, setting))(order_item)

function displays(db: Db, me: Me) {
  return records
    .rows(db, me)
    .innerJoin('category as c', 'c.category', 'r.product_id')
    .select(['r.position', 'c.category_code', 'c.line'])
    .select(sql<boolean>`c.status = 1`.as('is_sold'))
    .$narrowType<{ line: ProductLine }>()
}

const plain = ({ label, image_url, image_alt, status }: ProductDisplayRow) => ({
  label,
  image_url: image_url ?? null,
  image_alt: image_alt ?? null,
  status,
})

interface Picture {
  image_url?: string | null | undefined
  image_alt?: string | null | undefined
}

/** Refuses a picture that does not exist or has no description. */
async function assertPicture(db: Db, { image_url, image_alt }: Picture, fail: Fail<'request_invalid'>): Promise<void> {
  if (image_url == null) return
  if (image_alt == null) fail('request_invalid', { fields: { image_alt: 'Ảnh cần chữ thay ảnh' } })
  const storedRows = await db
    .selectFrom('stored_file')
    .select('path')
    .where('path', '=', image_url.replace('/files/', ''))
    .executeTakeFirst()
  if (!storedRows) fail('request_invalid', { fields: { image_url: 'Ảnh không còn, vui lòng tải lên lại' } })
}
