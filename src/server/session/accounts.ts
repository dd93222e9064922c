/** Changes of accounts, shared by the page of accounts and the page of a base store's people. */
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { within } from '../scope.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import { hashPassword } from './password.ts'
import { endSessions, type Me } from './session.ts'

/** Locks the account that is about to be changed; undefined when `me` may not see it. */
export function lockAccount(db: Db, me: Me, user_id: number) {
  return db
    .selectFrom('app_user')
    .select(['user_id', 'user_name', 'status', 'is_admin', 'partner_id', 'base_id'])
    .$narrowType<{ status: 0 | 1 | 2 }>()
    .where('user_id', '=', user_id)
    .where('deleted_at', 'is', null)
    .where(within(me, 'app_user'))
    .forUpdate()
    .executeTakeFirst()
}

/** Whether `me` may put people into this store; always true without a store. */
export async function seesStore(db: Db, me: Me, base_id: number | null | undefined): Promise<boolean> {
  if (base_id == null) return true
  const visible_store = await db
    .selectFrom('base_store')
    .select('base_id')
    .where('base_id', '=', base_id)
    .where(within(me, 'base_store'))
    .forKeyShare()
    .executeTakeFirst()
  return visible_store !== undefined
}

/** Deletes the account with its rights and sessions; its row stays for the history of what it did. */
export async function removeAccount(db: Db, me: Me, user_id: number): Promise<void> {
  await db.deleteFrom('group_member').where('user_id', '=', user_id).execute()
  await db.deleteFrom('user_page').where('user_id', '=', user_id).execute()
  await db
    .updateTable('app_user')
    .set({ deleted_at: sql`now()`, ...changeColumns(me) })
    .where('user_id', '=', user_id)
    .where(within(me, 'app_user'))
    .execute()
  await endSessions(db, user_id)
}

/** When a password that somebody else has set expires: others know it. */
export const oneDayFromNow = () => sql<string>`now() + interval '24 hours'`

/** Sets a password that must be changed at the next sign-in. */
export async function resetPassword(db: Db, me: Me, user_id: number, password: string): Promise<void> {
  await db
    .updateTable('app_user')
    .set({
      password_hash: await hashPassword(password),
      must_change_password: true,
      password_until: oneDayFromNow(),
      forgot_at: null,
      ...changeColumns(me),
    })
    .where('user_id', '=', user_id)
    .where(within(me, 'app_user'))
    .execute()
  await endSessions(db, user_id)
}
