import { one_plan } from '#server/database/pool.ts'
import { contains, paginate } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { hashPassword, whyWeakPassword } from '#server/session/password.ts'
import { changeColumns, isUnchanged } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { lockPos, canSeePos } from '#features/partners/pos/pos.query.server.ts'
import { userPos } from './user-pos.contract.ts'

export default serve(userPos, {
  list: async ({ db, me, input, fail }) => {
    if (!(await canSeePos(db, me, input.pos_id))) fail('pos_not_found')
    const query = people(db, me)
      .where('u.pos_id', '=', input.pos_id)
      .where(contains('u.search', input.keyword))
      .orderBy('u.user_name')
    return paginate(db, query, input)
  },

  detail: async ({ db, me, input: { user_pos_id }, fail }) =>
    (await findPerson(db, me, user_pos_id)) ?? fail('user_not_found'),

  add: async ({ db, me, input: { password, phone_int, ...draft }, fail }) => {
    if (!(await lockPos(db, me, draft.pos_id))) fail('pos_not_found')
    const weak = whyWeakPassword(password, draft.user_name)
    if (weak) fail('request_invalid', { fields: { password: weak } })
    const password_hash = await hashPassword(password)
    const { user_pos_id } = await db
      .insertInto('user_pos')
      .values({ ...draft, phone_number: phone_int ?? null, password_hash, created_by: me.user_id })
      .returning('user_pos_id')
      .executeTakeFirstOrThrow()
    return (await findPerson(db, me, user_pos_id)) ?? fail('pos_not_found')
  },

  update: async ({ db, me, input: { user_pos_id, version, password, phone_int, ...draft }, fail }) => {
    const user = (await findPerson(db, me, user_pos_id)) ?? fail('user_not_found')
    const weak = password ? whyWeakPassword(password, user.user_name) : null
    if (weak) fail('request_invalid', { fields: { password: weak } })
    const updateResult = await db
      .updateTable('user_pos')
      .set({
        ...draft,
        ...(phone_int !== undefined && { phone_number: phone_int }),
        ...(password && { password_hash: await hashPassword(password) }),
        ...changeColumns(me),
      })
      .where('user_pos_id', '=', user_pos_id)
      .where(isUnchanged(version))
      .where(within(me, 'user_pos'))
      .executeTakeFirst()
    const storedPerson = (await findPerson(db, me, user_pos_id)) ?? fail('user_not_found')
    if (updateResult.numUpdatedRows === 0n) fail('changed_by_other', { current: storedPerson })
    return storedPerson
  },

  delete: async ({ db, me, input: { user_pos_id }, fail }) => {
    const deleteResult = await db
      .deleteFrom('user_pos')
      .where('user_pos_id', '=', user_pos_id)
      .where(within(me, 'user_pos'))
      .executeTakeFirst()
    if (deleteResult.numDeletedRows === 0n) fail('user_not_found')
    return null
  },
})

function people(db: Db, me: Me) {
  return db
    .selectFrom('user_pos as u')
    .select(['u.user_pos_id', 'u.pos_id', 'u.user_name', 'u.full_name', 'u.phone_number', 'u.role', 'u.status'])
    .select(['u.created_at', 'u.version'])
    .$narrowType<{ role: 1 | 2; status: 0 | 1 }>()
    .where(within(me, 'user_pos', 'u'))
}

function findPerson(db: Db, me: Me, user_pos_id: number) {
  return people(db, me).where('u.user_pos_id', '=', user_pos_id).modifyEnd(one_plan).executeTakeFirst()
}
