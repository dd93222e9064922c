import { fold } from '#contract/fold.ts'
import { isHeadOffice } from '#contract/person.ts'
import type { ChangedRow, RefusedRow, RowRefusal } from '#contract/bulk.ts'
import { runOrTry } from '#server/record/trial.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import { within } from '#server/scope.ts'
import type { Context } from '#server/serve.ts'
import { hasRight, type Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { districtFinder, type FindDistrict } from '#features/partners/location/district-finder.server.ts'
import { posPage } from '#features/partners/pages.contract.ts'
import type { pos } from './pos.contract.ts'

type ImportCall = Context<typeof pos.import>
type Row = ImportCall['input']['rows'][number]
interface Owner {
  partner_id: number
  /** The number of further points of sale that the partner may have. */
  room: number
}
interface Lookups {
  find: FindDistrict
  /** By code; only partners within the scope of `me`. */
  partners: Map<string, Owner>
  /** By name, and by folded name where that is unique. */
  groups: Map<string, { pos_group_id: number; is_mine: boolean }>
}

/** Imports new rows, updates existing points of sale that differ, and returns the reasons of refused rows. */
export async function importPos({ db, me, input: { rows, dry_run } }: ImportCall) {
  const lookups = {
    find: await districtFinder(db),
    partners: await partnersOf(db, me, rows),
    groups: await groupsOf(db, me),
  }
  return runOrTry(db, dry_run, async () => {
    const refused: RefusedRow[] = []
    const unchanged_rows: number[] = []
    const changed: ChangedRow[] = []
    const writtenKeys = new Set<string>()
    for (const [index, row] of rows.entries()) {
      const draft = draftOf(me, row, lookups)
      if (draft.error !== undefined) {
        refused.push({ index, ...draft })
        continue
      }
      const existing = await posWithCode(db, me, row.pos_code)
      const fields = existing ? changesOf(row, draft, existing) : null
      if (fields?.length === 0) {
        unchanged_rows.push(index)
        continue
      }
      // The second of two rows with the same code is refused.
      if (writtenKeys.has(row.pos_code)) {
        refused.push({ index, ...duplicate, field: 'pos_code' })
        continue
      }
      writtenKeys.add(row.pos_code)
      const refusal = await (existing
        ? changeRow(db, me, draft, existing, fields![0]!.field, lookups.partners)
        : addRow(db, me, row.pos_code, draft))
      if (refusal) refused.push({ index, ...refusal })
      else if (fields) changed.push({ index, fields })
    }
    return { refused, same: unchanged_rows, changed }
  })
}

interface Draft {
  error?: undefined
  pos_name: string
  address: string
  province_id: number
  district_id: number
  /** Fields without a value in the file are not changed. */
  contact_name?: string
  phone_number?: string
  pos_group_id?: number
  owner?: Owner
}

/** The draft of a row with the keys of its names, or the error for an unknown name. */
function draftOf(me: Me, row: Row, lookups: Lookups): Draft | (RowRefusal & { error: string }) {
  const { pos_name, address, partner_code, pos_group_name, contact_name, phone_int } = row
  const location = lookups.find(row.province_name, row.district_name)
  if (location.error !== undefined) return location
  const owner = partner_code ? lookups.partners.get(partner_code) : lookups.partners.get(own_partner)
  if (partner_code && !owner)
    return { error: `Không có đại lý “${partner_code}”`, fix: 'Dùng mã của một đại lý đã có', field: 'partner_code' }
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
  return {
    pos_name,
    address,
    province_id: location.district.province_id,
    district_id: location.district.district_id!,
    ...(contact_name && { contact_name }),
    ...(phone_int && { phone_number: phone_int }),
    ...(group && { pos_group_id: group.pos_group_id }),
    ...(owner && { owner }),
  }
}

const noRoom = {
  error: 'Đại lý đã đủ số điểm bán cho phép.',
  fix: 'Tăng hạn mức của đại lý hoặc bỏ dòng này',
  field: 'partner_code',
}
const foreignGroup = {
  error: 'Chỉ trụ sở chính đặt nhóm của điểm bán.',
  fix: 'Bỏ trống hoặc ghi nhóm hiện có',
  field: 'pos_group_name',
}
const foreignPartner = {
  error: 'Chỉ trụ sở chính đặt đại lý của điểm bán.',
  fix: 'Bỏ trống hoặc ghi đại lý hiện có',
  field: 'partner_code',
}
const duplicate = { error: 'Mã hoặc tên điểm bán đã tồn tại.', fix: 'Bỏ dòng này hoặc dùng mã và tên khác' }

async function addRow(db: Db, me: Me, pos_code: string, { owner, ...draft }: Draft): Promise<RowRefusal | null> {
  if (!isHeadOffice(me) && !me.is_limited && draft.pos_group_id !== undefined) return foreignGroup
  if (!isHeadOffice(me) && (owner?.partner_id ?? null) !== me.partner_id) return foreignPartner
  if (owner && owner.room <= 0) return noRoom
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('pos')
    .values({ pos_code, ...draft, partner_id: owner?.partner_id ?? null, created_by: me.user_id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) return { ...duplicate, field: 'pos_code' }
  if (owner) owner.room--
  return null
}

type ExistingPos = NonNullable<Awaited<ReturnType<typeof posWithCode>>>

/** The existing point of sale with this code, with the names that a file has. */
function posWithCode(db: Db, me: Me, pos_code: string) {
  return db
    .selectFrom('pos')
    .innerJoin('province', 'province.province_id', 'pos.province_id')
    .innerJoin('district', 'district.district_id', 'pos.district_id')
    .leftJoin('partner', 'partner.partner_id', 'pos.partner_id') // unscoped: only the partner of a point of sale within the scope
    .leftJoin('pos_group', 'pos_group.pos_group_id', 'pos.pos_group_id')
    .select(['pos.pos_id', 'pos.pos_name', 'pos.address', 'pos.province_id', 'pos.district_id', 'pos.partner_id'])
    .select(['pos.pos_group_id', 'pos.contact_name', 'pos.phone_number'])
    .select(['province.province_name', 'district.district_name', 'partner.partner_code', 'pos_group.pos_group_name'])
    .where(within(me, 'pos'))
    .where('pos_code', '=', pos_code)
    .forUpdate('pos')
    .executeTakeFirst()
}

/** The cells that differ in the file, each with the current value. */
function changesOf(row: Row, draft: Draft, existing: ExistingPos): ChangedRow['fields'] {
  const differs = (imported: unknown, current: unknown) => imported !== undefined && imported !== current
  const place = draft.province_id !== existing.province_id
  const before: [keyof Row & string, boolean, string | null][] = [
    ['pos_name', differs(draft.pos_name, existing.pos_name), existing.pos_name],
    ['address', differs(draft.address, existing.address), existing.address],
    ['province_name', place, existing.province_name],
    ['district_name', differs(draft.district_id, existing.district_id), existing.district_name],
    [
      'partner_code',
      differs(row.partner_code ? draft.owner?.partner_id : undefined, existing.partner_id),
      existing.partner_code,
    ],
    ['pos_group_name', differs(draft.pos_group_id, existing.pos_group_id), existing.pos_group_name],
    ['contact_name', differs(draft.contact_name, existing.contact_name), existing.contact_name],
    ['phone_int', differs(draft.phone_number, existing.phone_number), existing.phone_number],
  ]
  return before.filter(([, changes]) => changes).map(([field, , now]) => ({ field, before: now }))
}

async function changeRow(
  db: Db,
  me: Me,
  draft: Draft,
  existing: ExistingPos,
  field: string,
  partners: Lookups['partners'],
): Promise<RowRefusal | null> {
  if (!hasRight(me, posPage.update))
    return { error: 'POS này đã có với thông tin khác', fix: 'Cần quyền sửa POS để đổi theo tệp', field }
  const { owner, ...values } = draft
  const regroups = values.pos_group_id !== undefined && values.pos_group_id !== existing.pos_group_id
  if (!isHeadOffice(me) && regroups) return foreignGroup
  const moves = owner !== undefined && owner.partner_id !== existing.partner_id
  if (!isHeadOffice(me) && moves) return foreignPartner
  if (moves && owner.room <= 0) return noRoom
  const other = await db
    .selectFrom('pos') // unscoped: names are unique over all partners
    .select('pos_id')
    .where('pos_name', '=', values.pos_name)
    .where('pos_id', '<>', existing.pos_id)
    .executeTakeFirst()
  if (other) return { ...duplicate, field: 'pos_name' }
  await db
    .updateTable('pos')
    .set({ ...values, ...(moves && { partner_id: owner.partner_id }), ...changeColumns(me) })
    .where('pos_id', '=', existing.pos_id)
    .where(within(me, 'pos'))
    .execute()
  if (moves) {
    owner.room--
    // Later rows may use the place that became free at the former partner.
    const formerOwner = partners.get(existing.partner_code ?? '')
    if (formerOwner) formerOwner.room++
  }
  return null
}

/** The map's key for an operator's own partner; no partner's code is a space. */
const own_partner = ' '

/** The partners of the rows and the operator's own, locked in the order of their keys so that `room` stays correct. */
async function partnersOf(db: Db, me: Me, rows: readonly Row[]): Promise<Lookups['partners']> {
  const codes = rows.flatMap(({ partner_code }) => (partner_code ? [partner_code] : []))
  const partnerRows = await db
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
  for (const { partner_id, partner_code, pos_limit, pos_count } of partnerRows) {
    const owner = { partner_id, room: pos_limit === null ? Number.POSITIVE_INFINITY : pos_limit - pos_count }
    partners.set(partner_code, owner)
    if (partner_id === me.partner_id) partners.set(own_partner, owner)
  }
  return partners
}

async function groupsOf(db: Db, me: Me): Promise<Lookups['groups']> {
  const rows = await db
    .selectFrom('pos_group as g')
    .leftJoin('data_scope_group as d', (join) =>
      join.onRef('d.pos_group_id', '=', 'g.pos_group_id').on('d.user_id', '=', me.user_id),
    )
    .select(['g.pos_group_id', 'g.pos_group_name', 'd.user_id'])
    .execute()
  const groups: Lookups['groups'] = new Map()
  for (const { pos_group_id, pos_group_name, user_id } of rows) {
    const foldedName = fold(pos_group_name)
    const isUnique = rows.filter((row) => fold(row.pos_group_name) === foldedName).length === 1
    for (const name of isUnique ? [pos_group_name, foldedName] : [pos_group_name])
      groups.set(name, { pos_group_id, is_mine: user_id !== null })
  }
  return groups
}
