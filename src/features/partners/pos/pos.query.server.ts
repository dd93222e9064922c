import type * as z from 'zod/mini'
import { contains } from '#server/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import type { posFilters } from './pos.contract.ts'

type Filters = z.output<z.ZodMiniObject<typeof posFilters>> & { keyword?: string | null | undefined }

/** The points of sale that `me` may see and that the list's filters match, without columns. */
export function matching(db: Db, me: Me, filters: Filters) {
  const { keyword, status, province_id, district_id, partner_id, pos_group_id, ungrouped } = filters
  return db
    .selectFrom('pos as s')
    .where(within(me, 'pos', 's'))
    .where(contains('s.search', keyword))
    .$if(status != null, (q) => q.where('s.status', '=', status!))
    .$if(province_id != null, (q) => q.where('s.province_id', '=', province_id!))
    .$if(district_id != null, (q) => q.where('s.district_id', '=', district_id!))
    .$if(partner_id != null, (q) => q.where('s.partner_id', '=', partner_id!))
    .$if(pos_group_id != null, (q) => q.where('s.pos_group_id', '=', pos_group_id!))
    .$if(ungrouped === true, (q) => q.where('s.pos_group_id', 'is', null))
}

/** Points of sale as the contract answers them. */
export function shown(query: ReturnType<typeof matching>) {
  return query
    .innerJoin('province', 'province.province_id', 's.province_id')
    .innerJoin('district', 'district.district_id', 's.district_id')
    .leftJoin('partner as p', 'p.partner_id', 's.partner_id') // unscoped: only the name of a seen shop's agent
    .leftJoin('pos_group as g', 'g.pos_group_id', 's.pos_group_id')
    .leftJoin('app_user as creator', 'creator.user_id', 's.created_by')
    .leftJoin('app_user as editor', 'editor.user_id', 's.updated_by')
    .select([
      's.pos_id',
      's.pos_code',
      's.pos_name',
      's.address',
      's.province_id',
      's.district_id',
      's.partner_id',
      's.pos_group_id',
      's.position',
      's.contact_name',
      's.phone_number',
      's.open_time',
      's.close_time',
      's.day_sale_limit',
      's.status',
      's.note',
      's.created_at',
      's.updated_at',
      's.version',
      'province.province_name',
      'district.district_name',
      'p.partner_name',
      'g.pos_group_name',
      'creator.user_name as created_by_name',
      'editor.user_name as updated_by_name',
    ])
    .select((eb) =>
      eb
        .selectFrom('pos_device as d') // unscoped: devices of a seen shop
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('d.pos_id', '=', 's.pos_id')
        .$asScalar()
        .$notNull()
        .as('device_count'),
    )
    .$narrowType<{ status: 0 | 1 | 2 }>()
}

export function posOf(db: Db, me: Me, pos_id: number) {
  return shown(matching(db, me, {}))
    .where('s.pos_id', '=', pos_id)
    .executeTakeFirst()
}

/** These shops as the contract answers them, in this order. */
export async function posIn(db: Db, me: Me, keys: readonly { pos_id: number }[]) {
  if (keys.length === 0) return []
  const ids = keys.map(({ pos_id }) => pos_id)
  const rows = await shown(matching(db, me, {}))
    .where('s.pos_id', 'in', ids)
    .execute()
  const by_id = new Map(rows.map((row) => [row.pos_id, row]))
  return ids.map((pos_id) => by_id.get(pos_id)!)
}

/** The shop, locked until the transaction ends, so that it stays while something is hung on it; undefined when `me` may not see it. */
export function holdPos(db: Db, me: Me, pos_id: number) {
  return db
    .selectFrom('pos')
    .select('pos_id')
    .where('pos_id', '=', pos_id)
    .where(within(me, 'pos'))
    .forKeyShare()
    .executeTakeFirst()
}

/** Whether `me` may see the shop, for calls that only read. */
export async function seesPos(db: Db, me: Me, pos_id: number): Promise<boolean> {
  const seen = await db
    .selectFrom('pos')
    .select('pos_id')
    .where('pos_id', '=', pos_id)
    .where(within(me, 'pos'))
    .executeTakeFirst()
  return seen !== undefined
}
