import { sql } from 'kysely'
import { messages } from '#contract/messages.ts'
import { isHeadOffice } from '#contract/person.ts'
import { contains, paginate, sortOf, vietnamese } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import { changeColumns, isUnchanged } from '#server/record/change-columns.ts'
import { coversUser } from '#server/session/covers.ts'
import { endSessions, type Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { accountStatus } from '#features/access/account/account.contract.ts'
import { partner } from './partner.contract.ts'
import { partnerParts } from './partner-parts.contract.ts'
import { importPartners } from './partner-import.server.ts'
import { canSeePartner, lockPartner, partnerRecords, partners } from './partner.query.server.ts'

const partnerService = serve(partner, {
  list: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, 'partner_name')
    const order = column === 'partner_name' ? vietnamese('r.partner_name') : sql.ref(column)
    const query = partners(db, me)
      .where(contains('r.search', input.keyword))
      .$if(input.only_id != null, (q) => q.where('r.partner_id', '=', input.only_id!))
      .$if(input.status != null, (q) => q.where('r.status', '=', input.status!))
      .$if(input.partner_type != null, (q) => q.where('r.partner_type', '=', input.partner_type!))
      .$if(input.province_id != null, (q) => q.where('r.province_id', '=', input.province_id!))
      .$if(input.district_id != null, (q) => q.where('r.district_id', '=', input.district_id!))
      .orderBy(order, direction)
      .orderBy('r.partner_id')
    return paginate(db, query, input, ['pos_count'])
  },

  detail: async ({ db, me, input: { partner_id }, fail }) => ({
    partner_info: (await findPartner(db, me, partner_id)) ?? fail('partner_not_found'),
    banks: await banks(db, me).where('b.partner_id', '=', partner_id).orderBy('b.account_type').execute(),
  }),

  add: async ({ db, me, input: { phone_int, ...draft }, fail }) => {
    assertHeadOffice(me, fail)
    if (draft.district_id != null && draft.province_id == null) fail('request_invalid', without_province)
    if (draft.debt_limit != null && !me.is_proved) fail('proof_required')
    const partner_id = await partnerRecords.insert(db, me, { ...draft, phone_number: phone_int ?? null })
    return (await findPartner(db, me, partner_id)) ?? fail('no_right')
  },

  update: async ({ db, me, input: { partner_id, version, phone_int, ...draft }, fail }) => {
    const { pos_limit, debt_limit, statement_period, status, partner_type, partner_code } = draft
    // These values can only be set by the head office.
    const head_office_values = [pos_limit, debt_limit, statement_period, status, partner_type, partner_code]
    if (!isHeadOffice(me) && head_office_values.some((value) => value !== undefined)) fail('no_right')
    const previousPartner = await db
      .selectFrom('partner')
      .select('debt_limit')
      .where('partner_id', '=', partner_id)
      .where(isUnchanged(version))
      .where(within(me, 'partner'))
      .forUpdate()
      .executeTakeFirst()
    if (previousPartner && givesCredit(previousPartner.debt_limit, debt_limit) && !me.is_proved) fail('proof_required')
    const updatedRow = await db
      .updateTable('partner')
      .set({ ...draft, ...(phone_int !== undefined && { phone_number: phone_int }), ...changeColumns(me) })
      .where('partner_id', '=', partner_id)
      .where(isUnchanged(version))
      .where(within(me, 'partner'))
      .returning('partner_id')
      .executeTakeFirst()
    const storedPartner = (await findPartner(db, me, partner_id)) ?? fail('partner_not_found')
    if (!updatedRow) fail('changed_by_other', { current: storedPartner })
    if (storedPartner.district_id !== null && storedPartner.province_id === null)
      fail('request_invalid', without_province)
    return storedPartner
  },

  delete: async ({ db, me, input: { partner_id }, fail }) => {
    assertHeadOffice(me, fail)
    if (!(await lockPartner(db, me, partner_id, 'update'))) fail('partner_not_found')
    const user = await db
      .selectFrom('app_user') // unscoped: accounts outside the scope of `me` prevent the deletion too
      .select('user_id')
      .where('partner_id', '=', partner_id)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (user) fail('action_invalid', { message: 'Đại lý đang có người dùng. Hãy gỡ người dùng khỏi đại lý trước.' })
    await db
      .updateTable('app_user') // unscoped: deleted accounts
      .set({ partner_id: null })
      .where('partner_id', '=', partner_id)
      .where('deleted_at', 'is not', null)
      .execute()
    await db.deleteFrom('partner').where('partner_id', '=', partner_id).where(within(me, 'partner')).execute()
    return null
  },

  import: importPartners,
})

const partsService = serve(partnerParts, {
  addBank: async ({ db, me, input, fail }) => {
    if (!(await lockPartner(db, me, input.partner_id))) fail('partner_not_found')
    const { partner_bank_id } = await db
      .insertInto('partner_bank')
      .values(input)
      .returning('partner_bank_id')
      .executeTakeFirstOrThrow()
    return findBank(db, me, partner_bank_id)
  },

  updateBank: async ({ db, me, input: { partner_bank_id, version, ...draft }, fail }) => {
    const updateResult = await db
      .updateTable('partner_bank')
      .set({ ...draft, version: sql`version + 1` })
      .where('partner_bank_id', '=', partner_bank_id)
      .where(isUnchanged(version))
      .where(within(me, 'partner_bank'))
      .executeTakeFirst()
    const storedBank = await banks(db, me).where('b.partner_bank_id', '=', partner_bank_id).executeTakeFirst()
    if (!storedBank) return fail('not_found')
    if (updateResult.numUpdatedRows === 0n) fail('changed_by_other', { current: storedBank })
    return storedBank
  },

  deleteBank: async ({ db, me, input: { partner_bank_id }, fail }) => {
    const deleteResult = await db
      .deleteFrom('partner_bank')
      .where('partner_bank_id', '=', partner_bank_id)
      .where(within(me, 'partner_bank'))
      .executeTakeFirst()
    if (deleteResult.numDeletedRows === 0n) fail('not_found')
    return null
  },

  addPos,
  deletePos,

  users: async ({ db, me, input, fail }) => {
    if (!(await canSeePartner(db, me, input.partner_id))) fail('partner_not_found')
    return paginate(db, people(db, me, input.keyword).where('u.partner_id', '=', input.partner_id), input)
  },

  usersOutside: async ({ db, me, input, fail }) => {
    if (!(await canSeePartner(db, me, input.partner_id))) fail('partner_not_found')
    const candidates = people(db, me, input.keyword)
      .leftJoin('partner as p', 'p.partner_id', 'u.partner_id') // unscoped: only the name of a seen person's partner
      .select('p.partner_name')
      .where('u.is_admin', '=', false)
      .$if(input.all !== true, (q) => q.where('u.partner_id', 'is', null))
    // The free ones first.
    const free_first = candidates
      .clearOrderBy()
      .orderBy(sql`u.partner_id is not null`)
      .orderBy(vietnamese('u.full_name'))
    return paginate(db, free_first.orderBy('u.user_id'), input)
  },

  addUser,
  deleteUser,
})

export default [...partnerService, ...partsService]

const without_province = { fields: { province_id: messages.required } }

/** Whether the partner may owe more than before: without a limit its tills take any cash, and only with one it is paid beyond its deposit. */
function givesCredit(before: number | null, after: number | null | undefined): boolean {
  if (after === undefined || after === before) return false
  return before === null || after === null || after > before
}

/** Only the head office creates and deletes partners, and says what belongs to them. */
function assertHeadOffice(me: Me, fail: (error: 'no_right') => never): void {
  if (!isHeadOffice(me)) fail('no_right')
}

function findPartner(db: Db, me: Me, partner_id: number) {
  return partnerRecords.find(partners(db, me), partner_id)
}

function banks(db: Db, me: Me) {
  return db
    .selectFrom('partner_bank as b')
    .innerJoin('bank', 'bank.bank_id', 'b.bank_id')
    .select(['b.partner_bank_id', 'b.partner_id', 'b.account_type', 'b.bank_id', 'b.account_number', 'b.account_name'])
    .select(['b.status', 'b.version', 'bank.short_name', 'bank.bin'])
    .$narrowType<{ account_type: 1 | 2 | 3; status: 0 | 1 }>()
    .where(within(me, 'partner_bank', 'b'))
}

function findBank(db: Db, me: Me, partner_bank_id: number) {
  return banks(db, me).where('b.partner_bank_id', '=', partner_bank_id).executeTakeFirstOrThrow()
}

function people(db: Db, me: Me, keyword: string | null | undefined) {
  return db
    .selectFrom('app_user as u')
    .select(['u.user_id', 'u.user_name', 'u.full_name', 'u.phone_number', 'u.status'])
    .$narrowType<{ status: 0 | 1 | 2 }>()
    .where(within(me, 'app_user', 'u'))
    .where('u.deleted_at', 'is', null)
    .where(contains('u.search', keyword))
    .orderBy(vietnamese('u.full_name'))
    .orderBy('u.user_id')
}

async function addPos({ db, me, input: { partner_id, pos_id }, fail }: Context<typeof partnerParts.addPos>) {
  assertHeadOffice(me, fail)
  if (!(await lockPartner(db, me, partner_id))) fail('partner_not_found')
  const pos = await db
    .selectFrom('pos')
    .select(['partner_id'])
    .where('pos_id', '=', pos_id)
    .where(within(me, 'pos'))
    .forUpdate()
    .executeTakeFirst()
  if (!pos) return fail('pos_not_found')
  if (pos.partner_id !== null) {
    const owner = pos.partner_id === partner_id ? 'đại lý này' : 'đại lý khác'
    fail('action_invalid', { message: `Điểm bán đã thuộc ${owner}.` })
  }
  const change = { partner_id, ...changeColumns(me) }
  await db.updateTable('pos').set(change).where('pos_id', '=', pos_id).where(within(me, 'pos')).execute()
  return null
}

async function deletePos({ db, me, input: { partner_id, pos_id }, fail }: Context<typeof partnerParts.deletePos>) {
  assertHeadOffice(me, fail)
  if (!(await lockPartner(db, me, partner_id))) fail('partner_not_found')
  const pos = await db
    .selectFrom('pos')
    .select(['partner_id'])
    .where('pos_id', '=', pos_id)
    .where(within(me, 'pos'))
    .forUpdate()
    .executeTakeFirst()
  if (!pos) return fail('pos_not_found')
  if (pos.partner_id !== partner_id) fail('pos_not_in_partner')
  const change = { partner_id: null, ...changeColumns(me) }
  await db.updateTable('pos').set(change).where('pos_id', '=', pos_id).where(within(me, 'pos')).execute()
  return null
}

/** Locks the account; refuses an account with more rights than `me`, or one that `me` must not move. */
async function lockUser(db: Db, me: Me, user_id: number, fail: (error: 'user_not_found' | 'no_right') => never) {
  const user = await db
    .selectFrom('app_user')
    .select(['user_id', 'is_admin', 'partner_id'])
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .where(within(me, 'app_user'))
    .forUpdate()
    .executeTakeFirst()
  if (!user) return fail('user_not_found')
  if (user.is_admin || !(await coversUser(db, me, user))) fail('no_right')
  return user
}

async function addUser({ db, me, input: { partner_id, user_id }, fail }: Context<typeof partnerParts.addUser>) {
  assertHeadOffice(me, fail)
  if (!(await lockPartner(db, me, partner_id))) fail('partner_not_found')
  const user = await lockUser(db, me, user_id, fail)
  if (user_id === me.user_id) fail('action_invalid', { message: 'Không thể chuyển chính tài khoản đang đăng nhập.' })
  if (user.partner_id !== null) fail('action_invalid', { message: 'Người dùng đã thuộc một đại lý.' })
  await db
    .updateTable('app_user')
    .set({ partner_id, ...changeColumns(me) })
    .where('user_id', '=', user_id)
    .where(within(me, 'app_user'))
    .execute()
  return null
}

async function deleteUser({ db, me, input: { partner_id, user_id }, fail }: Context<typeof partnerParts.deleteUser>) {
  assertHeadOffice(me, fail)
  if (!(await lockPartner(db, me, partner_id))) fail('partner_not_found')
  const user = await lockUser(db, me, user_id, fail)
  if (user.partner_id !== partner_id) fail('user_not_found')
  await db
    .updateTable('app_user')
    .set({ partner_id: null, status: accountStatus.locked, ...changeColumns(me) })
    .where('user_id', '=', user_id)
    .where(within(me, 'app_user'))
    .execute()
  await endSessions(db, user_id)
  return null
}
