import { fold } from '#contract/fold.ts'
import { within } from '#server/scope.ts'
import type { Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { placeNames, type FindPlace } from '#features/partners/location/place-names.server.ts'
import type { pos } from './pos.contract.ts'

type Asked = Context<typeof pos.import>
type Row = Asked['input']['rows'][number]
interface Refusal {
  error: string
  fix: string
}
interface Owner {
  partner_id: number
  /** How many more shops the agent may have. */
  room: number
}
interface Known {
  find: FindPlace
  /** By code; one that `me` may not see is none. */
  partners: Map<string, Owner>
  /** By name; a folded name finds its group too, unless several fold to it. */
  groups: Map<string, { pos_group_id: number; is_mine: boolean }>
}

/** Takes in the rows that can be, and says of each of the others why not. */
export async function importPos({ db, me, input: { rows } }: Asked) {
  const known = {
    find: await placeNames(db),
    partners: await partnersOf(db, me, rows),
    groups: await groupsOf(db, me),
  }
  const refused: (Refusal & { index: number })[] = []
  for (const [index, row] of rows.entries()) {
    const refusal = await takeIn(db, me, row, known)
    if (refusal) refused.push({ index, ...refusal })
  }
  return { refused }
}

async function takeIn(db: Db, me: Me, row: Row, known: Known): Promise<Refusal | null> {
  const { province_name, district_name, partner_code, pos_group_name, phone_int, ...draft } = row
  const found = known.find(province_name, district_name)
  if (found.error !== undefined) return found
  const owner = partner_code ? known.partners.get(partner_code) : known.partners.get(own)
  if (partner_code && !owner) return { error: `Không có đại lý “${partner_code}”`, fix: 'Dùng mã của một đại lý đã có' }
  if (owner && owner.room <= 0)
    return { error: 'Đại lý đã đủ số điểm bán cho phép.', fix: 'Tăng hạn mức của đại lý hoặc bỏ dòng này' }
  const group = pos_group_name
    ? (known.groups.get(pos_group_name) ?? known.groups.get(fold(pos_group_name)))
    : undefined
  if (pos_group_name && !group)
    return { error: `Không có nhóm “${pos_group_name}”`, fix: 'Viết đúng tên của một nhóm đã có' }
  if (me.is_limited && !group?.is_mine)
    return { error: 'Điểm bán này sẽ nằm ngoài phạm vi dữ liệu của bạn', fix: 'Ghi một nhóm mà bạn được xem' }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('pos')
    .values({
      ...draft,
      province_id: found.place.province_id,
      district_id: found.place.district_id!,
      partner_id: owner?.partner_id ?? null,
      pos_group_id: group?.pos_group_id ?? null,
      phone_number: phone_int ?? null,
      created_by: me.user_id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n)
    return { error: 'Mã hoặc tên điểm bán đã tồn tại.', fix: 'Bỏ dòng này hoặc dùng mã và tên khác' }
  if (owner) owner.room--
  return null
}

/** Where an operator's own agent stands among the others: no code is only a space. */
const own = ' '

/** The agents that the rows name, and an operator's own; locked in the order of their keys, so that their room stays true. */
async function partnersOf(db: Db, me: Me, rows: readonly Row[]): Promise<Known['partners']> {
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
  const partners: Known['partners'] = new Map()
  for (const { partner_id, partner_code, pos_limit, pos_count } of found) {
    const owner = { partner_id, room: pos_limit === null ? Number.POSITIVE_INFINITY : pos_limit - pos_count }
    partners.set(partner_code, owner)
    if (partner_id === me.partner_id) partners.set(own, owner)
  }
  return partners
}

async function groupsOf(db: Db, me: Me): Promise<Known['groups']> {
  const found = await db
    .selectFrom('pos_group as g')
    .leftJoin('data_scope_group as d', (join) =>
      join.onRef('d.pos_group_id', '=', 'g.pos_group_id').on('d.user_id', '=', me.user_id),
    )
    .select(['g.pos_group_id', 'g.pos_group_name', 'd.user_id'])
    .execute()
  const groups: Known['groups'] = new Map()
  for (const { pos_group_id, pos_group_name, user_id } of found) {
    const folded = fold(pos_group_name)
    const alone = found.filter((one) => fold(one.pos_group_name) === folded).length === 1
    for (const name of alone ? [pos_group_name, folded] : [pos_group_name])
      groups.set(name, { pos_group_id, is_mine: user_id !== null })
  }
  return groups
}
