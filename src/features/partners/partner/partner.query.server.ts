import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'

/** The agents that `me` may see, as the contract answers them. The number of shops is of those that `me` may see. */
export function partners(db: Db, me: Me) {
  return db
    .selectFrom('partner as p')
    .leftJoin('province', 'province.province_id', 'p.province_id')
    .leftJoin('district', 'district.district_id', 'p.district_id')
    .leftJoin('app_user as creator', 'creator.user_id', 'p.created_by')
    .leftJoin('app_user as editor', 'editor.user_id', 'p.updated_by')
    .select([
      'p.partner_id',
      'p.partner_code',
      'p.partner_name',
      'p.partner_type',
      'p.tax_code',
      'p.representative',
      'p.phone_number',
      'p.email',
      'p.address',
      'p.province_id',
      'p.district_id',
      'p.pos_limit',
      'p.note',
      'p.status',
      'p.created_at',
      'p.updated_at',
      'p.version',
      'province.province_name',
      'district.district_name',
      'creator.user_name as created_by_name',
      'editor.user_name as updated_by_name',
    ])
    .select((eb) =>
      eb
        .selectFrom('pos')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('pos.partner_id', '=', 'p.partner_id')
        .where(within(me, 'pos'))
        .$asScalar()
        .$notNull()
        .as('pos_count'),
    )
    .$narrowType<{ partner_type: 1 | 2 | 3; status: 0 | 1 }>()
    .where(within(me, 'partner', 'p'))
}

/** The agent, locked until the transaction ends, so that it stays while something is hung on it; undefined when `me` may not see it. */
export function holdPartner(db: Db, me: Me, partner_id: number) {
  return db
    .selectFrom('partner')
    .select(['partner_id', 'version'])
    .where('partner_id', '=', partner_id)
    .where(within(me, 'partner'))
    .forKeyShare()
    .executeTakeFirst()
}

/** Whether `me` may see the agent, for calls that only read. */
export async function seesPartner(db: Db, me: Me, partner_id: number): Promise<boolean> {
  const seen = await db
    .selectFrom('partner')
    .select('partner_id')
    .where('partner_id', '=', partner_id)
    .where(within(me, 'partner'))
    .executeTakeFirst()
  return seen !== undefined
}
