import type * as z from 'zod/mini'
import { sql, type RawBuilder } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import { contains, vietnamese } from '#server/record/list.ts'
import { recordsOf } from '#server/record/records.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { PosRecord, type posFilters } from './pos.contract.ts'

export const posRecords = recordsOf(PosRecord)

type Filters = z.output<z.ZodMiniObject<typeof posFilters>> & { keyword?: string | null | undefined }

/** Base query of the points of sale within the scope of `me` that match the filters. */
export function posQuery(db: Db, me: Me, filters: Filters) {
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

/** SQL: the sort expression of points of sale `s` for a column of the list; names are in Vietnamese order, districts within their province. */
export function orderOf(column: string): RawBuilder<unknown> {
  switch (column) {
    case 'pos_name':
    case 'address':
      return vietnamese(`s.${column}`)
    case 'district_name':
      return sql`(select (p.province_name || ' ' || d.district_name) collate "vi-x-icu"
        from district d join province p on p.province_id = s.province_id where d.district_id = s.district_id)`
    case 'partner_name':
      // unscoped: only the partner's name of a point of sale within the scope
      return sql`(select p.partner_name collate "vi-x-icu" from partner p where p.partner_id = s.partner_id)`
    case 'pos_group_name':
      return sql`(select g.pos_group_name collate "vi-x-icu" from pos_group g where g.pos_group_id = s.pos_group_id)`
    case 'device_count':
      // unscoped: only devices of a point of sale within the scope
      return sql`(select count(*) from pos_device d where d.pos_id = s.pos_id)`
    default:
      return sql.ref(`s.${column}`)
  }
}

/** The points of sale within the scope of `me`, with the contract's columns. */
export function selectPos(db: Db, me: Me) {
  return posRecords
    .rows(db, me)
    .innerJoin('province', 'province.province_id', 'r.province_id')
    .innerJoin('district', 'district.district_id', 'r.district_id')
    .leftJoin('partner as p', 'p.partner_id', 'r.partner_id') // unscoped: only the partner's name of a point of sale within the scope
    .leftJoin('pos_group as g', 'g.pos_group_id', 'r.pos_group_id')
    .select([
      'r.phone_number',
      'province.province_name',
      'district.district_name',
      'p.partner_name',
      'g.pos_group_name',
    ])
    .select((eb) =>
      eb
        .selectFrom('pos_device as d') // unscoped: only devices of a point of sale within the scope
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('d.pos_id', '=', 'r.pos_id')
        .$asScalar()
        .$notNull()
        .as('device_count'),
    )
}

export function posOf(db: Db, me: Me, pos_id: number) {
  return posRecords.one(selectPos(db, me), pos_id)
}

/** These points of sale with the contract's columns, in the given order. */
export async function posIn(db: Db, me: Me, keys: readonly { pos_id: number }[]) {
  if (keys.length === 0) return []
  const ids = keys.map(({ pos_id }) => pos_id)
  const rows = await selectPos(db, me)
    .where(sql<boolean>`r.pos_id = any(${ids}::integer[])`)
    .modifyEnd(one_plan)
    .execute()
  const by_id = new Map(rows.map((row) => [row.pos_id, row]))
  return ids.map((pos_id) => by_id.get(pos_id)!)
}

/** Locks the point of sale until the transaction ends, so that it is not deleted; undefined when it is not within the scope of `me`. */
export function lockPos(db: Db, me: Me, pos_id: number) {
  return db
    .selectFrom('pos')
    .select('pos_id')
    .where('pos_id', '=', pos_id)
    .where(within(me, 'pos'))
    .forKeyShare()
    .executeTakeFirst()
}

/** Whether `me` may see the point of sale, for calls that only read. */
export async function canSeePos(db: Db, me: Me, pos_id: number): Promise<boolean> {
  const in_scope = await db
    .selectFrom('pos')
    .select('pos_id')
    .where('pos_id', '=', pos_id)
    .where(within(me, 'pos'))
    .executeTakeFirst()
  return in_scope !== undefined
}
