import { sql, type RawBuilder } from 'kysely'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'

export interface Store {
  base_id: number
  auto_approve: boolean
}

interface WantedStore {
  base_id?: number | null | undefined
  area_id: number
}

type FailStore = Fail<'user_without_store' | 'request_invalid'>

/**
 * The store for new tickets: the given one, the person's own, or the one in charge of the station.
 * @throws Failure user_without_store when there is none; request_invalid when the store or station does not match
 */
export function storeFor(db: Db, me: Me, wanted: WantedStore, fail: FailStore): Promise<Store> {
  return findStore(db, me, wanted, sql`false`, fail)
}

/** As `storeFor`, for tickets that go back: also a store that has tickets of the draw but is not, or not any more, in charge of its station. */
export function storeOfReturn(
  db: Db,
  me: Me,
  { open_date, ...wanted }: WantedStore & { open_date: string },
  fail: FailStore,
): Promise<Store> {
  const has_tickets = sql<boolean>`exists (
    select from stock s where s.base_id = b.base_id and s.area_id = ${wanted.area_id} and s.open_date = ${open_date})` // unscoped: of a store within the scope
  return findStore(db, me, wanted, has_tickets, fail)
}

async function findStore(
  db: Db,
  me: Me,
  { base_id, area_id }: WantedStore,
  has_tickets: RawBuilder<boolean>,
  fail: FailStore,
): Promise<Store> {
  const store_id = base_id ?? me.base_id
  const store = await db
    .selectFrom('base_store as b')
    .select(['b.base_id', 'b.auto_approve'])
    .select(
      sql<boolean>`${has_tickets} or exists (
        select from base_store_area a where a.base_id = b.base_id and a.area_id = ${area_id})`.as('is_eligible'),
    )
    .where(sql<boolean>`(b.status = 1 or ${has_tickets})`)
    .where(within(me, 'base_store', 'b'))
    .$if(store_id != null, (query) => query.where('b.base_id', '=', store_id!))
    .$if(store_id == null, (query) =>
      query.where('b.base_id', '=', sql<number>`(select base_id from base_store_area where area_id = ${area_id})`),
    )
    .executeTakeFirst()
  if (store?.is_eligible) return store
  if (store) return fail('request_invalid', { fields: { area_id: 'Kho không phụ trách đài này.' } })
  if (base_id != null)
    return fail('request_invalid', { fields: { base_id: 'Kho không tồn tại hoặc đã ngừng hoạt động.' } })
  return fail('user_without_store')
}
