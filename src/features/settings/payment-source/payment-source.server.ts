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
import { paymentSource, type PaymentSourceRow } from './payment-source.contract.ts'

const setting = 'payment_vendor'
/** The history has one item, because the whole list is changed at once. */
const item = 'all'

export default serve(paymentSource, {
  list: ({ db }) => readSources(db),

  update: async ({ db, me, input: { vendors, reason, version }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockSetting(db, setting)
    const storedSources = await readSources(db)
    if (storedSources.version !== version) fail('changed_by_other', { current: storedSources })
    const ids = new Set(vendors.map(({ payment_vendor_id }) => payment_vendor_id))
    const is_whole =
      ids.size === vendors.length &&
      vendors.length === storedSources.items.length &&
      storedSources.items.every(({ payment_vendor_id }) => ids.has(payment_vendor_id))
    if (!is_whole)
      fail('payment_vendor_not_found', { fields: { vendors: 'Cần đủ các nguồn thanh toán, mỗi nguồn một lần.' } })
    const names = vendors.map(({ vendor_name }) => vendor_name.toLocaleLowerCase('vi'))
    if (new Set(names).size < names.length)
      fail('request_invalid', { fields: { vendors: 'Hai nguồn không được cùng tên.' } })
    await sql`
      update payment_vendor v set vendor_name = x.vendor_name, status = x.status, position = x.n
      from rows from (jsonb_to_recordset(${JSON.stringify(vendors)}::jsonb) as (payment_vendor_id integer, vendor_name text, status smallint))
        with ordinality x (payment_vendor_id, vendor_name, status, n)
      where v.payment_vendor_id = x.payment_vendor_id and (v.vendor_name, v.status, v.position) is distinct from (x.vendor_name, x.status, x.n::smallint)`.execute(
      db,
    )
    const plain = (rows: readonly Pick<PaymentSourceRow, 'payment_vendor_id' | 'vendor_name' | 'status'>[]) => ({
      vendors: rows.map(({ payment_vendor_id, vendor_name, status }) => ({ payment_vendor_id, vendor_name, status })),
    })
    await keepChange(db, me, { setting, item, before: plain(storedSources.items), after: plain(vendors), reason })
    return readSources(db)
  },
})

async function readSources(db: Db) {
  const { rows: items } = await sql<PaymentSourceRow>`
    select v.payment_vendor_id, v.vendor_code, v.vendor_name, v.status, coalesce(o.orders, 0) as orders, coalesce(o.total, 0) as total
    from payment_vendor v left join (
      select payment_vendor_id, count(*) as orders, sum(total) as total from sale_order
      where order_id >= first_order_id(current_date - 6) and is_sale(status) group by 1) o using (payment_vendor_id)
    order by v.position, v.payment_vendor_id`.execute(db) // unscoped: only counts over all orders
  const versionOf = await versionReader(db, setting)
  return { items, history: await changesOf(db, setting), version: versionOf(item) }
}
