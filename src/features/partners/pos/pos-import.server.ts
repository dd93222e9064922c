import { fold } from '#contract/fold.ts'
import type { RefusedRow, RowRefusal } from '#contract/bulk.ts'
import { onTrial } from '#server/record/trial.ts'
import { within } from '#server/scope.ts'
import type { Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { districtFinder, type FindDistrict } from '#features/partners/location/district-finder.server.ts'
import type { pos } from './pos.contract.ts'

type ImportCall = Context<typeof pos.import>
type Row = ImportCall['input']['rows'][number]
interface Owner {
  partner_id: number
  /** How many more points of sale the partner may have. */
  room: number
}
interface Lookups {
  find: FindDistrict
  /** By code; only partners that `me` may see. */
  partners: Map<string, Owner>
  /** By name, and by folded name where that is unique. */
  groups: Map<string, { pos_group_id: number; is_mine: boolean }>
}

/** Imports the valid rows and says of each of the others why not. */
export async function importPos({ db, me, input: { rows, dry_run } }: ImportCall) {
  const lookups = {
    find: await districtFinder(db),
    partners: await partnersOf(db, me, rows),
    groups: await groupsOf(db, me),
  }
  return onTrial(db, dry_run, async () => {
    const refused: RefusedRow[] = []
    const same: number[] = []
    for (const [index, row] of rows.entries()) {
      if (await isHere(db, me, row)) {
        same.push(index)
        continue
      }
      const refusal = await importRow(db, me, row, lookups)
      if (refusal) refused.push({ index, ...refusal })
    }
    return { refused, same }
  })
}

/** The same point of sale by code and name, which the file leaves as it is. */
async function isHere(db: Db, me: Me, { pos_code, pos_name }: Row): Promise<boolean> {
  const found = await db
    .selectFrom('pos')
    .select('pos_id')
    .where(within(me, 'pos'))
    .where('pos_code', '=', pos_code)
    .where('pos_name', '=', pos_name)
    .executeTakeFirst()
  return found !== undefined
}

async function importRow(db: Db, me: Me, row: Row, lookups: Lookups): Promise<RowRefusal | null> {
  const { province_name, district_name, partner_code, pos_group_name, phone_int, ...draft } = row
  const found = lookups.find(province_name, district_name)
  if (found.error !== undefined) return found
  const owner = partner_code ? lookups.partners.get(partner_code) : lookups.partners.get(own_partner)
  if (partner_code && !owner)
    return { error: `Không có đại lý “${partner_code}”`, fix: 'Dùng mã của một đại lý đã có', field: 'partner_code' }
  if (owner && owner.room <= 0)
    return {
      error: 'Đại lý đã đủ số điểm bán cho phép.',
      fix: 'Tăng hạn mức của đại lý hoặc bỏ dòng này',
      field: 'partner_code',
    }
  const group = pos_group_name
    ? (lookups.groups.get(pos_group_name) ?? lookups.groups.get(fold(pos_group_name)))
    : undefined
  if (pos_group_name && !group)
    return {
      error: `Không có nhóm “${pos_group_name}”`,
      fix: 'Viết đúng tên của một nhóm đã có',
      field: 'pos_group_name',
    }
  if (me.is_limited && !group?.is_mine)
    return {
      error: 'Điểm bán này sẽ nằm ngoài phạm vi dữ liệu của bạn',
      fix: 'Ghi một nhóm mà bạn được xem',
      field: 'pos_group_name',
    }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('pos')
    .values({
      ...draft,
      province_id: found.district.province_id,
      district_id: found.district.district_id!,
      partner_id: owner?.partner_id ?? null,
      pos_group_id: group?.pos_group_id ?? null,
      phone_number: phone_int ?? null,
      created_by: me.user_id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n)
    return { error: 'Mã hoặc tên điểm bán đã tồn tại.', fix: 'Bỏ dòng này hoặc dùng mã và tên khác', field: 'pos_code' }
  if (owner) owner.room--
  return null
}

/** The key of an operator's own partner; no real code is a space. */
const own_partner = ' '

/**
 * The partners of the rows and the operator's own, locked in the order of their keys so that their room stays true.
 */
async function partnersOf(db: Db, me: Me, rows: readonly Row[]): Promise<Lookups['partners']> {
  const codes = rows.flatMap(({ partner_code }) => (partner_code ? [partner_code] : []))
  const found = await db
    .selectFrom('partner')
    .select(['partner_id', 'partner_code', 'pos_limit', 'pos_count'])
    .where(within(me, 'partner'))
    .where((eb) =>
      eb.or([
        eb('partner_code', 'in', codes.length > 0 ? codes : ['']),
        ...(me.partner_id === null ? [] : [eb('partner_id', '=', me.partner_id)]),
      ]),
    )
    .orderBy('partner_id')
    .forUpdate()
    .execute()
  const partners: Lookups['partners'] = new Map()
  for (const { partner_id, partner_code, pos_limit, pos_count } of found) {
    const owner = { partner_id, room: pos_limit === null ? Number.POSITIVE_INFINITY : pos_limit - pos_count }
    partners.set(partner_code, owner)
    if (partner_id === me.partner_id) partners.set(own_partner, owner)
  }
  return partners
}

async function groupsOf(db: Db, me: Me): Promise<Lookups['groups']> {
  const found = await db
    .selectFrom('pos_group as g')
    .leftJoin('data_scope_group as d', (join) =>
      join.onRef('d.pos_group_id', '=', 'g.pos_group_id').on('d.user_id', '=', me.user_id),
    )
    .select(['g.pos_group_id', 'g.pos_group_name', 'd.user_id'])
    .execute()
  const groups: Lookups['groups'] = new Map()
  for (const { pos_group_id, pos_group_name, user_id } of found) {
    const folded = fold(pos_group_name)
    const isUnique = found.filter((one) => fold(one.pos_group_name) === folded).length === 1
    for (const name of isUnique ? [pos_group_name, folded] : [pos_group_name])
      groups.set(name, { pos_group_id, is_mine: user_id !== null })
  }
  return groups
}
