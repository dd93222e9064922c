/**
 * Nobody can give away, or take over, more than they hold: otherwise whoever may edit accounts or groups could make themselves
 * everything.
 */
import type { Db } from '../database/transaction.ts'
import type { Me } from './session.ts'

/** Whether every right of these groups is one that `me` holds. A group that is switched off counts: it can be switched on again. */
export async function coversGroups(db: Db, me: Me, group_ids: readonly number[]): Promise<boolean> {
  if (me.is_admin || group_ids.length === 0) return true
  const rights = await db
    .selectFrom('group_page')
    .innerJoin('page', 'page.page_id', 'group_page.page_id')
    .select(['page.page_url', 'group_page.role_id'])
    .where('group_page.group_id', 'in', group_ids)
    .where('page.in_use', '=', true)
    .execute()
  return rights.every(({ page_url, role_id }) => me.rights.has(`${page_url}#${role_id}`))
}

/** Whether `me` may change this account: it holds nothing that `me` does not hold. */
export async function coversUser(db: Db, me: Me, user: { user_id: number; is_admin: boolean }): Promise<boolean> {
  if (me.is_admin) return true
  if (user.is_admin) return false
  const groups = await db.selectFrom('group_member').select('group_id').where('user_id', '=', user.user_id).execute()
  return coversGroups(
    db,
    me,
    groups.map(({ group_id }) => group_id),
  )
}
