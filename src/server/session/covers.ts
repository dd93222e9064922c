/**
 * People can give to others, or take over, only rights that they hold themselves: otherwise whoever may edit accounts or groups could give themselves
 * every right.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { within } from '../scope.ts'
import type { Me } from './session.ts'

/** Whether `me` holds every right of these groups. A group that is switched off counts too: it can be switched on again. */
export async function coversGroups(db: Db, me: Me, group_ids: readonly number[]): Promise<boolean> {
  return coversRights(
    db,
    me,
    sql`select page_id, role_id from group_page where group_id = any (${group_ids}::integer[])`,
  )
}

async function coversRights(db: Db, me: Me, rights: RawBuilder<unknown>): Promise<boolean> {
  if (me.is_admin) return true
  const { rows } = await sql<{ covered: boolean }>`
    select not exists (select from (${rights}) given join page using (page_id)
      where page.in_use and page.page_url || '#' || given.role_id <> all (${[...me.rights]}::text[])) as covered`.execute(
    db,
  )
  return rows[0]!.covered
}

/** Whether `me` may change this account: it has no right and sees no point of sale beyond those of `me`. */
export async function coversUser(db: Db, me: Me, user: { user_id: number; is_admin: boolean }): Promise<boolean> {
  if (me.is_admin) return true
  if (user.is_admin || (me.is_limited && !(await coversScope(db, me, user.user_id)))) return false
  return coversRights(
    db,
    me,
    sql`select page_id, role_id from group_page join group_member using (group_id) where user_id = ${user.user_id}
      union all select page_id, role_id from user_page where user_id = ${user.user_id}`,
  )
}

async function coversScope(db: Db, me: Me, user_id: number): Promise<boolean> {
  const { rows } = await sql<{ covered: boolean }>`
    select coalesce((select is_limited from data_scope where user_id = ${user_id}), false)
      and not exists (select from data_scope_group g where g.user_id = ${user_id}
        and g.pos_group_id not in (select pos_group_id from data_scope_group where user_id = ${me.user_id}))
      and not exists (select from data_scope_pos d join pos using (pos_id) where d.user_id = ${user_id} and not ${within(me, 'pos')}) as covered`.execute(
    db,
  )
  return rows[0]!.covered
}

/** Limits a new account to the points of sale of the person who created it. */
export async function copyScope(db: Db, me: Me, user_id: number): Promise<void> {
  if (!me.is_limited) return
  await sql`insert into data_scope (user_id, is_limited, updated_by, updated_at) values (${user_id}, true, ${me.user_id}, now())`.execute(
    db,
  )
  await sql`insert into data_scope_group select ${user_id}::integer, pos_group_id from data_scope_group where user_id = ${me.user_id}`.execute(
    db,
  )
  await sql`insert into data_scope_pos select ${user_id}::integer, pos_id from data_scope_pos where user_id = ${me.user_id}`.execute(
    db,
  )
}
