import { sql } from 'kysely'
import type { FailureData } from '#contract/errors.ts'
import { messages } from '#contract/messages.ts'
import { isHeadOffice } from '#contract/person.ts'
import { contains, paginate, vietnamese } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { changeColumns, isUnchanged } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { lockPartner, canSeePartner } from '#features/partners/partner/partner.query.server.ts'
import { pos } from './pos.contract.ts'
import { importPos } from './pos-import.server.ts'
import { bankHandlers, banks } from './pos-bank.server.ts'
import { deviceHandlers, devices } from '#features/partners/pos-device/pos-device.server.ts'
import { keysOfPage, posRecords, posQuery, posIn, findPos, selectPos } from './pos.query.server.ts'

export default serve(pos, {
  list: async ({ db, me, input, fail }) => {
    // Reads the keys first, so that names and counts are joined only for the rows of the page.
    const page = input.part === 'totals' ? [] : await keysOfPage(db, me, input, fail)
    const items = await posIn(db, me, page)
    if (input.part === 'rows') return { items }
    const all = posQuery(db, me, input).select('s.pos_id')
    return { ...(await paginate(db, all, { ...input, part: 'totals' })), items }
  },

  detail: async ({ db, me, input: { pos_id }, fail }) => ({
    ...((await findPos(db, me, pos_id)) ?? fail('pos_not_found')),
    banks: await banks(db, me).where('b.pos_id', '=', pos_id).orderBy('b.account_type').execute(),
    devices: await devices(db, me)
      .where('d.pos_id', '=', pos_id)
      .orderBy('d.device_name')
      .orderBy('d.device_id')
      .execute(),
  }),

  add: async ({ db, me, input: { phone_int, ...draft }, fail }) => {
    const partner_id = draft.partner_id ?? me.partner_id
    if (me.partner_id !== null && partner_id !== me.partner_id) fail('partner_not_found')
    if (partner_id != null && !(await lockPartner(db, me, partner_id))) fail('partner_not_found')
    await lockPosGroup(db, draft.pos_group_id, fail)
    if (!isHeadOffice(me)) {
      if (partner_id !== me.partner_id) fail('no_right', { fields: { partner_id: only_head_office } })
      if (draft.day_sale_limit != null) fail('no_right', { fields: { day_sale_limit: only_head_office } })
      // A limited operator names a group of their scope, without which they would not see the new point of sale.
      if (draft.pos_group_id != null && !me.is_limited) fail('no_right', { fields: { pos_group_id: only_head_office } })
    }
    const pos_id = await posRecords.insert(db, me, { ...draft, partner_id, phone_number: phone_int ?? null })
    return (await findPos(db, me, pos_id)) ?? fail('no_right', { fields: { pos_group_id: not_in_scope } })
  },

  update: async ({ db, me, input: { pos_id, version, phone_int, ...draft }, fail }) => {
    const { partner_id } = draft
    if (partner_id !== undefined && me.partner_id !== null && partner_id !== me.partner_id) fail('partner_not_found')
    if (partner_id != null && !(await lockPartner(db, me, partner_id))) fail('partner_not_found')
    await lockPosGroup(db, draft.pos_group_id, fail)
    const previousPos = await lockUnchanged(db, me, pos_id, version)
    if (previousPos && !isHeadOffice(me)) {
      const field = head_office_fields.find((name) => draft[name] !== undefined && draft[name] !== previousPos[name])
      if (field) fail('no_right', { fields: { [field]: only_head_office } })
    }
    if (previousPos && isRaised(previousPos.day_sale_limit, draft.day_sale_limit) && !me.is_proved)
      fail('proof_required')
    const updatedRow = await db
      .updateTable('pos')
      .set({ ...draft, ...(phone_int !== undefined && { phone_number: phone_int }), ...changeColumns(me) })
      .where('pos_id', '=', pos_id)
      .where(isUnchanged(version))
      .where(within(me, 'pos'))
      .returning('pos_id')
      .executeTakeFirst()
    const storedPos = await findPos(db, me, pos_id)
    if (!storedPos)
      return updatedRow ? fail('no_right', { fields: { pos_group_id: not_in_scope } }) : fail('pos_not_found')
    if (!updatedRow) fail('changed_by_other', { current: storedPos })
    return storedPos
  },

  delete: async ({ db, me, input: { pos_id }, fail }) => {
    const deleteResult = await db
      .deleteFrom('pos')
      .where('pos_id', '=', pos_id)
      .where(within(me, 'pos'))
      .executeTakeFirst()
    if (deleteResult.numDeletedRows === 0n) fail('pos_not_found')
    return null
  },

  ...bankHandlers,
  ...deviceHandlers,

  listNotInPartner: async ({ db, me, input, fail }) => {
    if (!(await canSeePartner(db, me, input.partner_id))) fail('partner_not_found')
    const query = selectPos(db, me)
      .$if(input.all !== true, (q) => q.where('r.partner_id', 'is', null))
      .where(contains('r.search', input.keyword))
      .orderBy(sql`r.partner_id is not null`)
      .orderBy(vietnamese('r.pos_name'))
      .orderBy('r.pos_id')
    return paginate(db, query, input)
  },

  import: importPos,
})

const only_head_office = 'Chỉ trụ sở chính đặt giá trị này.'
const not_in_scope = 'Hãy chọn một nhóm điểm bán mà bạn được xem.'

/** Whose a point of sale is, what it may sell, at which price and whether at all, which only the head office decides. */
const head_office_fields = ['partner_id', 'pos_group_id', 'day_sale_limit', 'status'] as const

/** Locks the point of sale; undefined where it is gone or not the one that was seen. */
function lockUnchanged(db: Db, me: Me, pos_id: number, version: number | null | undefined) {
  return db
    .selectFrom('pos')
    .select(head_office_fields)
    .where('pos_id', '=', pos_id)
    .where(isUnchanged(version))
    .where(within(me, 'pos'))
    .forUpdate()
    .executeTakeFirst()
}

/** Whether more may be sold than before; null is no limit, undefined no change. */
function isRaised(before: number | null, after: number | null | undefined): boolean {
  if (after === undefined || before === null) return false
  return after === null || after > before
}

/** Locks the group until the transaction ends; refused at its field when there is none. */
async function lockPosGroup(
  db: Db,
  pos_group_id: number | null | undefined,
  fail: (error: 'request_invalid', data: FailureData) => never,
): Promise<void> {
  if (pos_group_id == null) return
  const group = await db
    .selectFrom('pos_group')
    .select('pos_group_id')
    .where('pos_group_id', '=', pos_group_id)
    .forKeyShare()
    .executeTakeFirst()
  if (!group) fail('request_invalid', { fields: { pos_group_id: messages.invalid } })
}
