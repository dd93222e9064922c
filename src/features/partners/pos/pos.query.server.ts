import type * as z from 'zod/mini'
import { sql, type RawBuilder } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import type { Fail } from '#server/fail.ts'
import { assertSortable, contains, paginate, sortOf, vietnamese } from '#server/record/list.ts'
import { recordsOf } from '#server/record/records.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { PosRecord, type pos, type posFilters } from './pos.contract.ts'

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

/** The columns of the list in whose order points of sale are read by an index; by all others they are sorted. */
const read_in_order: readonly string[] = ['created_at', 'pos_code', 'pos_name']
const how_to_narrow = 'Hãy gõ thêm chữ, hoặc chọn tỉnh, đại lý hay nhóm.'

type ListInput = z.output<typeof pos.list.input>

/** The keys of a page of the list. Refuses to sort more rows than people wait for. */
export async function keysOfPage(db: Db, me: Me, input: ListInput, fail: Fail<'search_time_exceeded'>) {
  const [column, direction] = sortOf(input.sort, '-created_at')
  const is_search_by_name = column === 'pos_name' && !!input.keyword
  const near = is_search_by_name ? await keysNear(db, me, input, direction) : null
  if (near) return near
  const query = posQuery(db, me, input)
  if (is_search_by_name || !read_in_order.includes(column)) await assertSortable(db, query, fail, how_to_narrow)
  const keys = keysInOrder(query, column, direction, input.keyword)
  return (await paginate(db, keys, { ...input, part: 'rows' })).items
}

/** Rows in the order of names among which a page with a keyword is looked for before all that match are sorted. */
const near_rows = 5_000

/** The keys of a page in the order of names, where it is found near the beginning because the keyword fits many; else null. */
async function keysNear(
  db: Db,
  me: Me,
  { keyword, page_index, page_size, ...filters }: ListInput,
  direction: 'asc' | 'desc',
) {
  const end = page_index * page_size
  if (end > near_rows) return null
  const near = posQuery(db, me, filters)
    .select(['s.pos_id', 's.pos_name', 's.search'])
    .orderBy(vietnamese('s.pos_name'), direction)
    .orderBy('s.pos_id', direction)
    .limit(sql.lit(near_rows))
  const keys = await db
    .selectFrom(near.as('near'))
    .select('near.pos_id')
    .where(contains('near.search', keyword))
    .orderBy(vietnamese('near.pos_name'), direction)
    .orderBy('near.pos_id', direction)
    .limit(end)
    .execute()
  return keys.length === end ? keys.slice(end - page_size) : null
}

/** The keys in the order of a column of the list. What stands in another table is joined: a subquery for each row takes five times as long. */
function keysInOrder(
  query: ReturnType<typeof posQuery>,
  column: string,
  direction: 'asc' | 'desc',
  keyword: string | null | undefined,
) {
  return query
    .$if(column === 'partner_name', (q) => q.leftJoin('partner as p', 'p.partner_id', 's.partner_id')) // unscoped: only the partner's name of a point of sale within the scope
    .$if(column === 'pos_group_name', (q) => q.leftJoin('pos_group as g', 'g.pos_group_id', 's.pos_group_id'))
    .$if(column === 'district_name', (q) =>
      q
        .leftJoin('district as d', 'd.district_id', 's.district_id')
        .leftJoin('province', 'province.province_id', 's.province_id'),
    )
    .$if(column === 'device_count', (q) =>
      q.leftJoin(
        (eb) =>
          eb
            .selectFrom('pos_device') // unscoped: only counted for points of sale within the scope
            .select((devices) => ['pos_id', devices.fn.countAll<number>().as('n')])
            .groupBy('pos_id')
            .as('devices'),
        (join) => join.onRef('devices.pos_id', '=', 's.pos_id'),
      ),
    )
    .select('s.pos_id')
    .orderBy(orderOf(column, keyword), direction)
    .orderBy('s.pos_id', direction)
}

/** SQL: the sort expression of a column; names are in Vietnamese order, districts within their province. */
function orderOf(column: string, keyword: string | null | undefined): RawBuilder<unknown> {
  switch (column) {
    case 'pos_name':
      // What a word fits is sorted and not looked for in the order of names, where it may stand at the end of millions: no index has this expression.
      return keyword ? sql`(s.pos_name || '') collate "vi-x-icu"` : vietnamese('s.pos_name')
    case 'address':
      return vietnamese('s.address')
    case 'district_name':
      return sql`(province.province_name || ' ' || d.district_name) collate "vi-x-icu"`
    case 'partner_name':
      return vietnamese('p.partner_name')
    case 'pos_group_name':
      return vietnamese('g.pos_group_name')
    case 'device_count':
      return sql`coalesce(devices.n, 0)`
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

export function findPos(db: Db, me: Me, pos_id: number) {
  return posRecords.find(selectPos(db, me), pos_id)
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
