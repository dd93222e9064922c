import { sql } from 'kysely'
import { messages } from '#contract/messages.ts'
import { one_plan } from '#server/database/pool.ts'
import { contains, paginate, sortOf, vietnamese } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import { changeColumns, isUnchanged } from '#server/record/change-columns.ts'
import { lockAccount, oneDayFromNow, removeAccount, resetPassword, seesStore } from '#server/session/accounts.ts'
import { coversUser, copyScope } from '#server/session/covers.ts'
import { hashPassword, oneTimePassword, whyWeakPassword } from '#server/session/password.ts'
import { endSessions, type Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { accountStatus, type AccountStatus } from '#features/access/account/account.contract.ts'
import { canBecome, whyNot } from '#features/access/account/account.rules.ts'
import { baseUser } from './base-user.contract.ts'
import { setUserRights, whyNotGrant, rolesOf, ticketPages } from './user-page.server.ts'

export default serve(baseUser, {
  list: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, 'full_name')
    const query = people(db, me)
      .where(contains('u.search', input.keyword))
      .$if(input.base_id != null, (q) => q.where('u.base_id', '=', input.base_id!))
      .$if(input.status != null, (q) => q.where('u.status', '=', input.status!))
      .orderBy(column === 'full_name' ? vietnamese('u.full_name') : sql.ref(`u.${column}`), direction)
      .orderBy('u.user_id')
    return paginate(db, query, input)
  },

  detail: async ({ db, me, input: { base_user_id }, fail }) =>
    (await findPerson(db, me, base_user_id)) ?? fail('user_not_found'),

  add,
  update,

  delete: async ({ db, me, input: { base_user_id }, fail }) => {
    const target = await lockPerson(db, me, base_user_id, fail)
    const reason = whyNot.delete(target, me.user_id)
    if (reason && base_user_id !== me.user_id) fail('admin_cannot_be_deleted')
    if (reason) fail('action_invalid', { message: reason })
    if (!(await coversUser(db, me, target))) fail('no_right')
    await removeAccount(db, me, base_user_id)
    return null
  },

  resetPass: async ({ db, me, input: { base_user_id, new_pass }, fail }) => {
    const target = await lockPerson(db, me, base_user_id, fail)
    const reason = whyNot.resetPass(target, me.user_id)
    if (reason) fail('action_invalid', { message: reason })
    if (!(await coversUser(db, me, target))) fail('no_right')
    const weak = new_pass && whyWeakPassword(new_pass, target.user_name)
    if (weak) fail('request_invalid', { fields: { new_pass: weak } })
    const one_time_password = new_pass ? null : oneTimePassword()
    await resetPassword(db, me, base_user_id, new_pass ?? one_time_password!)
    return { one_time_password }
  },

  roles: async ({ db, me, input: { base_user_id }, fail }) => {
    const { version } = (await findPerson(db, me, base_user_id)) ?? fail('user_not_found')
    return { base_user_id, version, roles: await rolesOf(db, base_user_id) }
  },

  configRole,
  pages: ({ db }) => ticketPages(db),
})

/** The people of stores within the scope of `me`. */
function people(db: Db, me: Me) {
  return db
    .selectFrom('app_user as u')
    .innerJoin('base_store as b', 'b.base_id', 'u.base_id')
    .select(['u.user_id as base_user_id', 'b.base_id', 'b.base_name', 'u.user_name', 'u.full_name', 'u.email'])
    .select(['u.phone_number', 'u.status', 'u.is_admin', 'u.must_change_password', 'u.last_sign_in_at', 'u.created_at'])
    .select(['u.version', sql<number>`(select count(*) from user_page g where g.user_id = u.user_id)`.as('role_count')])
    .$narrowType<{ status: AccountStatus }>()
    .where(within(me, 'app_user', 'u'))
    .where(within(me, 'base_store', 'b'))
    .where('u.deleted_at', 'is', null)
}

function findPerson(db: Db, me: Me, base_user_id: number) {
  return people(db, me).where('u.user_id', '=', base_user_id).modifyEnd(one_plan).executeTakeFirst()
}

/** Locks the person's account until the transaction ends; accounts without a store are not found. */
async function lockPerson(db: Db, me: Me, base_user_id: number, fail: (error: 'user_not_found') => never) {
  const target = await lockAccount(db, me, base_user_id)
  return target && target.base_id !== null && (await seesStore(db, me, target.base_id))
    ? target
    : fail('user_not_found')
}

/** The same, but refuses an account that no longer belongs to a store with an error of its own. */
async function lockPersonOfStore(
  db: Db,
  me: Me,
  base_user_id: number,
  fail: (error: 'user_not_found' | 'user_without_store') => never,
) {
  const target = (await lockAccount(db, me, base_user_id)) ?? fail('user_not_found')
  if (target.base_id === null) fail('user_without_store')
  return (await seesStore(db, me, target.base_id)) ? target : fail('user_not_found')
}

async function add({ db, me, input, fail }: Context<typeof baseUser.add>) {
  const { password, phone_int, ...person } = input
  const weak = whyWeakPassword(password, person.user_name)
  if (weak) fail('request_invalid', { fields: { password: weak } })
  if (!(await seesStore(db, me, person.base_id))) fail('request_invalid', no_store)
  const addedUser = await db
    .insertInto('app_user')
    .values({
      ...person,
      partner_id: me.partner_id,
      phone_number: phone_int,
      password_hash: await hashPassword(password),
      must_change_password: true,
      password_until: oneDayFromNow(),
      created_by: me.user_id,
    })
    .onConflict((conflict) => conflict.column('user_name').where('deleted_at', 'is', null).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  const { user_id } = addedUser ?? fail('base_user_exists')
  await copyScope(db, me, user_id)
  return (await findPerson(db, me, user_id))!
}

const no_store = { fields: { base_id: messages.invalid } }

async function update({ db, me, input, fail }: Context<typeof baseUser.update>) {
  const { base_user_id, version, phone_int, status, ...person } = input
  const target = await lockPersonOfStore(db, me, base_user_id, fail)
  if (!(await coversUser(db, me, target))) fail('no_right')
  if (!(await seesStore(db, me, person.base_id))) fail('request_invalid', no_store)
  const updateResult = await db
    .updateTable('app_user')
    .set({
      ...person,
      ...(phone_int !== undefined && { phone_number: phone_int }),
      ...(status !== undefined && { status }),
      ...changeColumns(me),
    })
    .where('user_id', '=', base_user_id)
    .where(isUnchanged(version))
    .where(within(me, 'app_user'))
    .executeTakeFirst()
  if (updateResult.numUpdatedRows === 0n) fail('changed_by_other', { current: await findPerson(db, me, base_user_id) })
  if (status !== undefined && status !== target.status) {
    if (!canBecome(target.status, status)) fail('action_invalid')
    const reason = status === accountStatus.locked ? whyNot.lock(target, me.user_id) : null
    if (reason) fail('action_invalid', { message: reason })
    if (status === accountStatus.locked) await endSessions(db, base_user_id)
  }
  return (await findPerson(db, me, base_user_id))!
}

async function configRole({ db, me, input, fail }: Context<typeof baseUser.configRole>) {
  const { base_user_id, roles, version } = input
  const target = await lockPersonOfStore(db, me, base_user_id, fail)
  if (!(await coversUser(db, me, target))) fail('no_right')
  const problem = await whyNotGrant(db, me, roles)
  if (problem === 'unknown') fail('request_invalid', { fields: { roles: 'Có quyền không dành cho người dùng kho.' } })
  if (problem === 'not_held') fail('no_right', { fields: { roles: 'Bạn không thể cấp quyền mà bạn không có.' } })
  const updatedRow = await db
    .updateTable('app_user')
    .set(changeColumns(me))
    .where('user_id', '=', base_user_id)
    .where(isUnchanged(version))
    .where(within(me, 'app_user'))
    .returning('version')
    .executeTakeFirst()
  if (!updatedRow) {
    const { version: newest } = (await findPerson(db, me, base_user_id))!
    return fail('changed_by_other', {
      current: { base_user_id, version: newest, roles: await rolesOf(db, base_user_id) },
    })
  }
  await setUserRights(db, base_user_id, roles)
  return { base_user_id, version: updatedRow.version, roles: await rolesOf(db, base_user_id) }
}
