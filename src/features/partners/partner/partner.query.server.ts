import { recordsOf } from '#server/record/records.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { PartnerRecord } from './partner.contract.ts'

export const partnerRecords = recordsOf(PartnerRecord)

/** The partners within the scope of `me`, with the contract's columns; counts only points of sale within the scope. */
export function partners(db: Db, me: Me) {
  return partnerRecords
    .rows(db, me)
    .leftJoin('province', 'province.province_id', 'r.province_id')
    .leftJoin('district', 'district.district_id', 'r.district_id')
    .select(['r.phone_number', 'province.province_name', 'district.district_name'])
    .select((eb) =>
      eb
        .selectFrom('pos')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('pos.partner_id', '=', 'r.partner_id')
        .where(within(me, 'pos'))
        .$asScalar()
        .$notNull()
        .as('pos_count'),
    )
}

/**
 * Locks the partner until the transaction ends, so that it is not deleted; undefined when it is not within the scope of `me`.
 * @param how `update` to delete it: two deletions that both held it against deletion would wait for each other
 */
export function lockPartner(db: Db, me: Me, partner_id: number, how: 'key share' | 'update' = 'key share') {
  return db
    .selectFrom('partner')
    .select(['partner_id', 'version'])
    .where('partner_id', '=', partner_id)
    .where(within(me, 'partner'))
    .$if(how === 'key share', (query) => query.forKeyShare())
    .$if(how === 'update', (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Whether `me` may see the partner, for calls that only read. */
export async function canSeePartner(db: Db, me: Me, partner_id: number): Promise<boolean> {
  const in_scope = await db
    .selectFrom('partner')
    .select('partner_id')
    .where('partner_id', '=', partner_id)
    .where(within(me, 'partner'))
    .executeTakeFirst()
  return in_scope !== undefined
}
