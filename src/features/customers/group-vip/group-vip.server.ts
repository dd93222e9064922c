import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { recordsOf } from '#server/record/records.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { GroupRecord, groupType, groupVip } from './group-vip.contract.ts'

const groups = recordsOf(GroupRecord)

export default serve(groupVip, {
  list: ({ db, me, input }) => groups.page(db, withCounts(db, me), input, 'name'),

  detail: async ({ db, me, input, fail }) =>
    (await groups.find(withCounts(db, me), input.group_vip_id)) ?? fail('not_found'),

  add: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    assertWorks(input, fail)
    await assertNewName(db, input.name, null, fail)
    return (await groups.find(withCounts(db, me), await groups.insert(db, me, input)))!
  },

  update: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const { group_vip_id } = input
    const storedGroup = await lockGroup(db, group_vip_id)
    const after = { ...storedGroup, ...input }
    assertWorks(after, fail)
    if (storedGroup?.type === groupType.rest && after.type !== groupType.rest)
      fail('action_invalid', { message: 'Nhóm mặc định dành cho mọi khách còn lại nên không đổi loại được.' })
    if (after.type === groupType.rest && (await countMembers(db, group_vip_id)) > 0)
      fail('group_has_users', { message: 'Nhóm đang có khách nên không thể thành nhóm mặc định.' })
    if (input.name !== undefined) await assertNewName(db, input.name, group_vip_id, fail)
    await groups.change(db, me, input, fail, withCounts(db, me))
    return (await groups.find(withCounts(db, me), group_vip_id))!
  },

  delete: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const group = await lockGroup(db, input.group_vip_id)
    if (group?.type === groupType.rest)
      fail('action_invalid', { message: 'Nhóm mặc định dành cho mọi khách còn lại nên không xóa được.' })
    const members = group ? await countMembers(db, input.group_vip_id) : 0
    if (members > 0)
      fail('group_has_users', { message: `Nhóm đang có ${members} khách nên không thể xóa. Hãy gỡ khách trước.` })
    await groups.remove(db, me, input, fail)
    return null
  },
})

/** The default group cannot be switched off: to charge no fees, it has no rules. */
function assertWorks(group: { type?: number | undefined; status?: number | undefined }, fail: Fail<'action_invalid'>) {
  const message = 'Nhóm mặc định luôn hoạt động. Muốn miễn phí, hãy bỏ các quy tắc phí của nhóm.'
  if (group.type === groupType.rest && group.status === 0)
    fail('action_invalid', { message, fields: { status: message } })
}

/** Locks the group for changes of itself, its members or its fees; undefined where there is none. */
export async function lockGroup(db: Db, group_vip_id: number, strength: 'update' | 'share' | 'none' = 'update') {
  const group = await db
    .selectFrom('group_vip')
    .select(['group_vip_id', 'name', 'type', 'status'])
    .where('group_vip_id', '=', group_vip_id)
    .$if(strength === 'update', (query) => query.forUpdate())
    .$if(strength === 'share', (query) => query.forShare())
    .executeTakeFirst()
  return group
}

/** Refuses the group that a call names, at its field. */
export function failGroup(fail: Fail<'group_not_found'>): never {
  const message = 'Nhóm khách hàng không tồn tại.'
  return fail('group_not_found', { message, fields: { group_vip_id: message } })
}

/** The constraint refuses too, but with the message of users' groups; so names are compared here, one call after the other. */
async function assertNewName(db: Db, name: string, own_id: number | null, fail: Fail<'group_exists'>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('group_vip'))`.execute(db)
  const other = await db
    .selectFrom('group_vip')
    .select('group_vip_id')
    .where('name', '=', name)
    .where('group_vip_id', '<>', own_id ?? 0)
    .executeTakeFirst()
  const message = 'Đã có nhóm khách hàng tên này.'
  if (other) fail('group_exists', { message, fields: { name: message } })
}

async function countMembers(db: Db, group_vip_id: number): Promise<number> {
  // unscoped: whoever may change groups is told how many are in one
  const { rows } = await sql<{ count: number }>`
    select count(*) from group_vip_account where group_vip_id = ${group_vip_id}`.execute(db)
  return rows[0]!.count
}

function withCounts(db: Db, me: Me) {
  return groups.rows(db, me).select([
    // unscoped: only a count
    sql<number>`(select count(*) from group_vip_account a where a.group_vip_id = r.group_vip_id)`.as('member_count'),
    sql<number>`(select count(*) from group_vip_fee f
        where f.group_vip_id = r.group_vip_id and f.status = 1 and f.holds_from <= now() and (f.holds_to is null or f.holds_to > now()))`.as(
      'fee_count',
    ),
  ])
}
