import { sql } from 'kysely'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'

export interface Store {
  base_id: number
  auto_approve: boolean
}

/**
 * The store for new tickets: the given one, the person's own, or the one in charge of the station.
 * @throws Failure user_without_store when there is none; request_invalid when the store or station does not match
 */
export async function storeFor(
  db: Db,
  me: Me,
  { base_id, area_id }: { base_id?: number | null | undefined; area_id: number },
  fail: Fail<'user_without_store' | 'request_invalid'>,
): Promise<Store> {
  const store_id = base_id ?? me.base_id
  const store = await db
    .selectFrom('base_store as b')
    .select(['b.base_id', 'b.auto_approve'])
    .select(
      sql<boolean>`exists (select from base_store_area a where a.base_id = b.base_id and a.area_id = ${area_id})`.as(
        'in_charge',
      ),
    )
    .where('b.status', '=', 1)
    .where(within(me, 'base_store', 'b'))
    .$if(store_id != null, (query) => query.where('b.base_id', '=', store_id!))
    .$if(store_id == null, (query) =>
      query.where('b.base_id', '=', sql<number>`(select base_id from base_store_area where area_id = ${area_id})`),
    )
    .executeTakeFirst()
  if (store?.in_charge) return store
  if (store) return fail('request_invalid', { fields: { area_id: 'Kho không phụ trách đài này.' } })
  if (base_id != null)
    return fail('request_invalid', { fields: { base_id: 'Kho không tồn tại hoặc đã ngừng hoạt động.' } })
  return fail('user_without_store')
}
