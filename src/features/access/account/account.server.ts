import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { messages } from '#contract/messages.ts'
import { one_plan } from '#server/database/pool.ts'
import { paginate, sortOf, vietnamese } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import { changeColumns, isUnchanged } from '#server/record/change-columns.ts'
import { hashPassword, oneTimePassword, passwordMatches, whyWeakPassword } from '#server/session/password.ts'
import { lockAccount, oneDayFromNow, removeAccount, resetPassword, seesStore } from '#server/session/accounts.ts'
import { endSessions, type Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { coversGroups, coversUser, copyScope } from '#server/session/covers.ts'
import { account, accountStatus, schedule, type AccountStatus } from './account.contract.ts'
import { accountQuery } from './account.query.server.ts'
import { canBecome, whyNot } from './account.rules.ts'

export default [
  ...serve(account, {
    list: async ({ db, me, input }) => {
      const [column, direction] = sortOf(input.sort, '-created_at')
      const query = selectAccount(accountQuery(db, me, input))
        .orderBy(column === 'full_name' ? vietnamese('u.full_name') : sql.ref(`u.${column}`), (order) =>
          direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast(),
        )
        .orderBy('u.user_id', 'desc')
      return paginate(db, query, input)
    },

    detail: async ({ db, me, input, fail }) => (await findAccount(db, me, input.user_id)) ?? fail('user_not_found'),

    add,
    update,
    resetPass,

    delete: async ({ db, me, input: { user_id }, fail }) => {
      const target = (await lockAccount(db, me, user_id)) ?? fail('user_not_found')
      const reason = whyNot.delete(target, me.user_id)
      if (reason && user_id !== me.user_id) fail('admin_cannot_be_deleted')
      if (reason) fail('action_invalid', { message: reason })
      if (!(await coversUser(db, me, target))) fail('no_right')
      await removeAccount(db, me, user_id)
      return null
    },

    sessions: async ({ db, me, input: { user_id }, fail }) => {
      if (!(await findAccount(db, me, user_id))) fail('user_not_found')
      const items = await db
        .selectFrom('session')
        .select(['session_id', 'source', 'user_agent', 'created_at', 'last_seen_at', 'expires_at'])
        .select(sql<boolean>`session_id = ${me.session_id}`.as('is_current'))
        .where('user_id', '=', user_id)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', sql<string>`now()`)
        .orderBy('last_seen_at', 'desc')
        .limit(200)
        .execute()
      return { items, total: items.length }
    },

    revoke: async ({ db, me, input: { user_id, session_id }, fail }) => {
      const target = (await lockAccount(db, me, user_id)) ?? fail('user_not_found')
      if (!(await coversUser(db, me, target))) fail('no_right')
      const ended_count = await endSessions(
        db,
        user_id,
        session_id == null ? { except: me.session_id } : { only: session_id },
      )
      if (session_id != null && ended_count === 0) fail('not_found', { message: 'Phiên đăng nhập này đã kết thúc.' })
      return null
    },

    defaultPass: async ({ db }) => ({ enabled: (await defaultHash(db)) !== null }),

    setDefaultPass: async ({ db, input: { enabled, new_pass }, fail }) => {
      if (!enabled) {
        await db.deleteFrom('setting').where('name', '=', default_pass).execute()
        return null
      }
      if (!new_pass) return fail('request_invalid', { fields: { new_pass: 'Không được để trống' } })
      const weak = whyWeakPassword(new_pass, '')
      if (weak) fail('request_invalid', { fields: { new_pass: weak } })
      const value = JSON.stringify({ hash: await hashPassword(new_pass) })
      await db
        .insertInto('setting')
        .values({ name: default_pass, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
      return null
    },
  }),

  ...serve(schedule, {
    list: async ({ db }) => {
      const items = await db.selectFrom('schedule').selectAll().orderBy('from_hour').orderBy('schedule_id').execute()
      return { items, total: items.length }
    },
  }),
]

/** Adds the contract's columns. */
function selectAccount(query: ReturnType<typeof accountQuery>) {
  return query
    .leftJoin('schedule as s', 's.schedule_id', 'u.schedule_id')
    .leftJoin('partner as p', 'p.partner_id', 'u.partner_id') // unscoped: only the name of the partner, joined to an  within the scope
    .leftJoin('base_store as b', 'b.base_id', 'u.base_id') // unscoped: only the name of the store, joined to an  within the scope
    .leftJoin('app_user as creator', 'creator.user_id', 'u.created_by')
    .leftJoin('app_user as editor', 'editor.user_id', 'u.updated_by')
    .select([
      'u.user_id',
      'u.user_name',
      'u.full_name',
      'u.birthday',
      'u.email',
      'u.phone_number',
      'u.mobile_number',
      'u.sex',
      'u.address',
      'u.unit',
      'u.schedule_id',
      'u.partner_id',
      'u.base_id',
      'u.status',
      'u.is_admin',
      'u.must_change_password',
      'u.forgot_at',
      'u.last_sign_in_at',
      'u.created_at',
      'u.updated_at',
      'u.version',
      's.schedule_name',
      'p.partner_name',
      'b.base_name',
      'creator.user_name as created_by_name',
      'editor.user_name as updated_by_name',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('group_member as m')
          .innerJoin('user_group as g', 'g.group_id', 'm.group_id')
          .select(['g.group_id', 'g.group_name'])
          .whereRef('m.user_id', '=', 'u.user_id')
          .orderBy('g.group_name'),
      ).as('groups'),
    )
    .$narrowType<{ sex: 0 | 1 | 2 | null; status: AccountStatus }>()
}

function findAccount(db: Db, me: Me, user_id: number) {
  return selectAccount(accountQuery(db, me, {}))
    .where('u.user_id', '=', user_id)
    .modifyEnd(one_plan)
    .executeTakeFirst()
}

/** Whether `me` may assign this partner; without a partner always true. */
async function seesPartner(db: Db, me: Me, partner_id: number | null | undefined): Promise<boolean> {
  if (partner_id == null) return true
  const partner = await db
    .selectFrom('partner')
    .select('partner_id')
    .where('partner_id', '=', partner_id)
    .where(within(me, 'partner'))
    .executeTakeFirst()
  return partner !== undefined
}

const no_store = { fields: { base_id: messages.invalid } }

async function add({ db, me, input, fail }: Context<typeof account.add>) {
  const { password, phone_int, mobile_int, list_group, ...person } = input
  const weak = whyWeakPassword(password, person.user_name)
  if (weak) fail('request_invalid', { fields: { password: weak } })
  if (!(await coversGroups(db, me, list_group)))
    fail('no_right', { fields: { list_group: 'Nhóm này có quyền mà bạn không có.' } })
  const partner_id = me.partner_id ?? person.partner_id
  if (!(await seesPartner(db, me, partner_id))) fail('partner_not_found')
  const base_id = me.base_id ?? person.base_id
  if (!(await seesStore(db, me, base_id))) fail('request_invalid', no_store)
  const { user_id } = await db
    .insertInto('app_user')
    .values({
      ...person,
      partner_id,
      base_id,
      phone_number: phone_int,
      mobile_number: mobile_int,
      password_hash: await hashPassword(password),
      must_change_password: true,
      password_until: oneDayFromNow(),
      created_by: me.user_id,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  await joinGroups(db, user_id, list_group)
  await copyScope(db, me, user_id)
  return (await findAccount(db, me, user_id))!
}

async function update({ db, me, input, fail }: Context<typeof account.update>) {
  const { user_id, version, phone_int, mobile_int, list_group, status, ...person } = input
  const target = (await lockAccount(db, me, user_id)) ?? fail('user_not_found')
  if (!(await coversUser(db, me, target))) fail('no_right')
  if (list_group && !(await coversGroups(db, me, list_group))) {
    fail('no_right', { fields: { list_group: 'Nhóm này có quyền mà bạn không có.' } })
  }
  if (target.partner_id !== null && person.partner_id === null) {
    // Without its partner the account would see everybody's data: the partner's page removes people, and locks their accounts.
    fail('action_invalid', { fields: { partner_id: 'Hãy gỡ người dùng khỏi đại lý ở trang Quản lý đại lý.' } })
  }
  const isMoved = (column: 'partner_id' | 'base_id') =>
    person[column] !== undefined && person[column] !== target[column]
  if (user_id === me.user_id && (isMoved('partner_id') || isMoved('base_id')))
    fail('action_invalid', { message: 'Không thể đổi phạm vi dữ liệu của chính mình.' })
  if (!(await seesPartner(db, me, person.partner_id))) fail('partner_not_found')
  if (me.base_id !== null && person.base_id === null) {
    fail('action_invalid', { fields: { base_id: 'Chỉ trụ sở chính mới đưa người dùng ra khỏi kho.' } })
  }
  if (person.base_id !== target.base_id && !(await seesStore(db, me, person.base_id))) fail('request_invalid', no_store)
  const updatedRow = await db
    .updateTable('app_user')
    .set({
      ...person,
      ...(phone_int === undefined ? {} : { phone_number: phone_int }),
      ...(mobile_int === undefined ? {} : { mobile_number: mobile_int }),
      ...(status === undefined ? {} : { status }),
      ...changeColumns(me),
    })
    .where('user_id', '=', user_id)
    .where(isUnchanged(version))
    .where(within(me, 'app_user'))
    .returning('user_id')
    .executeTakeFirst()
  if (!updatedRow) fail('changed_by_other', { current: await findAccount(db, me, user_id) })
  if (status !== undefined && status !== target.status) {
    if (!canBecome(target.status, status)) fail('action_invalid')
    const reason = status === accountStatus.locked ? whyNot.lock(target, me.user_id) : null
    if (reason) fail('action_invalid', { message: reason })
    if (status === accountStatus.locked) await endSessions(db, user_id)
  }
  if (list_group) await joinGroups(db, user_id, list_group)
  return (await findAccount(db, me, user_id))!
}

/** Replaces the user's groups; unchanged ones are not touched, so that the log shows only changes. */
async function joinGroups(db: Db, user_id: number, group_ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('group_member')
    .where('user_id', '=', user_id)
    .$if(group_ids.length > 0, (query) => query.where('group_id', 'not in', group_ids))
    .execute()
  if (group_ids.length === 0) return
  await db
    .insertInto('group_member')
    .values([...new Set(group_ids)].map((group_id) => ({ group_id, user_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function resetPass({ db, me, input: { user_id, new_pass }, fail }: Context<typeof account.resetPass>) {
  const target = (await lockAccount(db, me, user_id)) ?? fail('user_not_found')
  const reason = whyNot.resetPass(target, me.user_id)
  if (reason) fail('action_invalid', { message: reason })
  if (!(await coversUser(db, me, target))) fail('no_right')
  const one_time_password = new_pass ? null : oneTimePassword()
  const weak =
    new_pass && !(await passwordMatches(await defaultHash(db), new_pass)) && whyWeakPassword(new_pass, target.user_name)
  if (weak) fail('request_invalid', { fields: { new_pass: weak } })
  await resetPassword(db, me, user_id, new_pass ?? one_time_password!)
  return { one_time_password }
}

const default_pass = 'default_reset_password'

/** The hash of the default password; null unless an administrator has switched it on. */
async function defaultHash(db: Db): Promise<string | null> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', default_pass).executeTakeFirst()
  return (row?.value as { hash: string } | undefined)?.hash ?? null
}
