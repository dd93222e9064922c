import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Db } from '#server/database/transaction.ts'
import { recordsOf } from '#server/record/records.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { popup, PopupRecord } from './popup.contract.ts'

const popups = recordsOf(PopupRecord)

export default serve(popup, {
  list: ({ db, me, input }) => popups.page(db, withOthers(db, me), input, 'position'),

  detail: async ({ db, me, input, fail }) =>
    (await popups.find(withOthers(db, me), input.home_popup_id)) ?? fail('not_found'),

  add: async ({ db, me, input: { list_payment, ...draft } }) => {
    const home_popup_id = await popups.insert(db, me, draft)
    await setSources(db, home_popup_id, list_payment)
    return (await popups.find(withOthers(db, me), home_popup_id))!
  },

  update: async ({ db, me, input: { list_payment, ...change }, fail }) => {
    await popups.change(db, me, change, fail, withOthers(db, me))
    if (list_payment) await setSources(db, change.home_popup_id, list_payment)
    return (await popups.find(withOthers(db, me), change.home_popup_id))!
  },

  delete: async ({ db, me, input, fail }) => {
    await popups.remove(db, me, input, fail)
    return null
  },
})

/** Adds each popup's payment sources, and the popups that it conflicts with. */
function withOthers(db: Db, me: Me) {
  return popups.rows(db, me).select((eb) => [
    jsonArrayFrom(
      eb
        .selectFrom('home_popup_vendor as pv')
        .innerJoin('payment_vendor as v', 'v.payment_vendor_id', 'pv.payment_vendor_id')
        .select(['v.payment_vendor_id', 'v.vendor_name'])
        .whereRef('pv.home_popup_id', '=', 'r.home_popup_id')
        .orderBy('v.position'),
    ).as('vendors'),
    sql<string[]>`array(
      select o.title from home_popup o
      where o.home_popup_id <> r.home_popup_id and o.status = 1 and r.status = 1 and o.places && r.places
        and tstzrange(o.start_at, o.end_at) && tstzrange(r.start_at, r.end_at)
        and (not exists (select from home_popup_vendor v where v.home_popup_id = o.home_popup_id)
          or not exists (select from home_popup_vendor v where v.home_popup_id = r.home_popup_id)
          or exists (select from home_popup_vendor a join home_popup_vendor b using (payment_vendor_id)
            where a.home_popup_id = o.home_popup_id and b.home_popup_id = r.home_popup_id))
      order by o.position, o.home_popup_id limit 20)`.as('overlaps'),
  ])
}

async function setSources(db: Db, home_popup_id: number, ids: readonly number[]): Promise<void> {
  await sql`delete from home_popup_vendor
    where home_popup_id = ${home_popup_id} and payment_vendor_id <> all (${ids}::integer[])`.execute(db)
  await sql`insert into home_popup_vendor (home_popup_id, payment_vendor_id)
    select ${home_popup_id}::integer, unnest(${ids}::integer[]) on conflict do nothing`.execute(db)
}
