import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import { one_plan } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { contains, paginate, sortOf } from '#server/record/list.ts'
import { isUnchanged, changeColumns } from '#server/record/change-columns.ts'
import { runOrTry } from '#server/record/trial.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { groupType } from '../group-vip/group-vip.contract.ts'
import { failGroup, lockGroup } from '../group-vip/group-vip.server.ts'
import { groupVipAccount, type MemberRow } from './group-vip-account.contract.ts'

export default serve(groupVipAccount, {
  list: ({ db, me, input }) => {
    const { group_vip_id, keyword, sort } = input
    const [column, direction] = sortOf(sort, '-created_at')
    const digits = keyword?.replaceAll(/\D/g, '').replace(/^0|^84/, '') ?? ''
    const rows = members(db, me)
      .$if(group_vip_id != null, (query) => query.where('a.group_vip_id', '=', group_vip_id!))
      .$if(keyword != null, (query) =>
        query.where((eb) =>
          eb.or([
            contains('w.search', keyword),
            ...(digits.length >= 3 ? [eb('a.msisdn', 'like', `%${digits}%`)] : []),
          ]),
        ),
      )
      .orderBy(sql.ref(`a.${column}`), direction)
      .orderBy('a.account_id', direction)
    return paginate(db, rows, input)
  },

  detail: async ({ db, me, input, fail }) => (await findMember(db, me, input.account_id)) ?? fail('not_found'),

  customer: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const msisdn = input.msisdn[0]!
    const member = (await members(db, me).where('a.msisdn', '=', msisdn).executeTakeFirst()) ?? null
    const group = member && (await lockGroup(db, member.group_vip_id, 'none'))
    if (member && group?.status === 1)
      return { msisdn, member, group_vip_id: group.group_vip_id, group_name: group.name, by: 'member' as const }
    const rest = await db
      .selectFrom('group_vip')
      .select(['group_vip_id', 'name'])
      .where('type', '=', groupType.rest)
      .where('status', '=', 1)
      .executeTakeFirst()
    const by = member ? ('inactive' as const) : ('rest' as const)
    return { msisdn, member, group_vip_id: rest?.group_vip_id ?? null, group_name: rest?.name ?? null, by }
  },

  add: async ({ db, me, input: { group_vip_id, msisdn, dry_run }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockVipGroup(db, group_vip_id, fail)
    return runOrTry(db, dry_run, () => addMembers(db, me, group_vip_id, msisdn))
  },

  update: async ({ db, me, input: { account_id, version, group_vip_id, note }, fail }) => {
    const storedMember = (await findMember(db, me, account_id)) ?? fail('not_found')
    const is_moved = group_vip_id !== undefined && group_vip_id !== storedMember.group_vip_id
    if (is_moved) await lockVipGroup(db, group_vip_id, fail)
    const { numUpdatedRows } = await db
      .updateTable('group_vip_account')
      .set({ ...(is_moved && { group_vip_id }), ...(note !== undefined && { note }), ...changeColumns(me) })
      .where('account_id', '=', account_id)
      .where(isUnchanged(version))
      .where(within(me, 'group_vip_account'))
      .executeTakeFirstOrThrow()
    const now = (await findMember(db, me, account_id)) ?? fail('not_found')
    if (numUpdatedRows === 0n) fail('changed_by_other', { current: now })
    return now
  },

  delete: async ({ db, me, input: { account_id }, fail }) => {
    const { numDeletedRows } = await db
      .deleteFrom('group_vip_account')
      .where('account_id', '=', account_id)
      .where(within(me, 'group_vip_account'))
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) fail('not_found')
    return null
  },
})

/** Locks the group, so that it is neither deleted nor made the default one while members are added. */
async function lockVipGroup(
  db: Db,
  group_vip_id: number,
  fail: Fail<'group_not_found' | 'action_invalid'>,
): Promise<void> {
  const group = await lockGroup(db, group_vip_id, 'share')
  if (!group) failGroup(fail)
  else if (group.type === groupType.rest) {
    const message = 'Nhóm mặc định là của mọi khách không thuộc nhóm VIP nào: không cần thêm khách.'
    fail('action_invalid', { message })
  }
}

/**
 * Adds customers who are in no VIP group, and gives the present group of the others. Numbers are inserted in a fixed order, so that two imports do
 * not deadlock.
 */
async function addMembers(db: Db, me: Me, group_vip_id: number, numbers: readonly string[]) {
  const { rows: added } = await sql<{ msisdn: string }>`
    insert into group_vip_account (group_vip_id, msisdn, created_by)
    select ${group_vip_id}::integer, msisdn, ${me.user_id}::integer
    from (select distinct unnest(${numbers}::text[]) as msisdn order by 1) n
    on conflict (msisdn) do nothing returning msisdn`.execute(db)
  const newNumbers = new Set(added.map(({ msisdn }) => msisdn))
  const existing = numbers.filter((number) => !newNumbers.has(number))
  const { rows: memberships } = await sql<{ msisdn: string; group_vip_id: number; name: string }>`
    select a.msisdn, a.group_vip_id, g.name from group_vip_account a join group_vip g using (group_vip_id)
    where a.msisdn = any(${existing}::text[]) and ${within(me, 'group_vip_account', 'a')}`.execute(db)
  const membershipOf = new Map(memberships.map((membership) => [membership.msisdn, membership]))
  const refused = []
  const unchanged_rows = []
  for (const [index, msisdn] of numbers.entries()) {
    // The first occurrence of a number in the list was added.
    if (newNumbers.delete(msisdn)) continue
    const membership = membershipOf.get(msisdn)
    if (!membership || membership.group_vip_id === group_vip_id) unchanged_rows.push(index)
    else
      refused.push({
        index,
        error: `Số này đang ở nhóm “${membership.name}”`,
        fix: 'Mỗi khách chỉ ở một nhóm VIP: chuyển nhóm ở danh sách khách, hoặc bỏ dòng này',
        field: 'msisdn',
      })
  }
  return { refused, same: unchanged_rows }
}

function members(db: Db, me: Me) {
  return db
    .selectFrom('group_vip_account as a')
    .innerJoin('group_vip as g', 'g.group_vip_id', 'a.group_vip_id')
    .leftJoin('wallet_account as w', (join) =>
      join.onRef('w.msisdn', '=', 'a.msisdn').on(within(me, 'wallet_account', 'w')),
    )
    .leftJoin('app_user as creator', 'creator.user_id', 'a.created_by') // unscoped: only the names of who made and changed it
    .leftJoin('app_user as editor', 'editor.user_id', 'a.updated_by')
    .select(['a.account_id', 'a.msisdn', 'w.full_name', 'a.group_vip_id', 'g.name as group_name', 'a.note'])
    .select(['creator.user_name as created_by_name', 'a.created_at', 'editor.user_name as updated_by_name'])
    .select(['a.updated_at', 'a.version'])
    .where(within(me, 'group_vip_account', 'a'))
}

function findMember(db: Db, me: Me, account_id: number): Promise<MemberRow | undefined> {
  return members(db, me).where('a.account_id', '=', account_id).modifyEnd(one_plan).executeTakeFirst()
}
