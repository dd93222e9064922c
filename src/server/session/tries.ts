/**
 * How often one may try to sign in. Failures are counted per account and source, so that a stranger's guesses neither succeed nor lock
 * the owner out: a browser from which the account signed in before is a source of its own.
 */
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { networkOf } from '../network.ts'
import { hashOf } from './session.ts'

export const captcha_after = 3
export const most_failures = 10
export const window_minutes = 15

/**
 * Counts a try as failed before the password is looked at, under the lock of its own row, so that tries sent at once are counted
 * one by one. Gives the failures before this one within the window.
 */
export async function countTry(db: Db, user_name: string, source: string): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
    insert into sign_in_try as t (user_name, source, failures, since) values (${user_name}, ${source}, 1, now())
    on conflict (user_name, source) do update set
      failures = case when t.since < now() - make_interval(mins => ${window_minutes}) then 1 else t.failures + 1 end,
      since = case when t.since < now() - make_interval(mins => ${window_minutes}) then now() else t.since end
    returning failures`.execute(db)
  return rows[0]!.failures - 1
}

/** So many failures within the window, whoever made them, and everyone but a known browser solves a captcha first. */
const many_on_account = 20
const many_from_place = 50

/** Whether someone seems to guess on this account from many places, or from this place on many accounts. Nobody is stopped by it. */
export async function isGuessed(db: Db, user_name: string, source: string): Promise<boolean> {
  const within_window = sql`since > now() - make_interval(mins => ${window_minutes})`
  const { rows } = await sql<{ guessed: boolean }>`select
    coalesce((select sum(failures) from sign_in_try where user_name = ${user_name} and ${within_window}), 0) >= ${many_on_account}
    or coalesce((select sum(failures) from sign_in_try where source = ${source} and ${within_window}), 0) >= ${many_from_place}
    as guessed`.execute(db)
  return rows[0]!.guessed
}

export async function forgetTries(db: Db, user_name: string, source: string): Promise<void> {
  await db.deleteFrom('sign_in_try').where('user_name', '=', user_name).where('source', '=', source).execute()
}

const device_mark = 'device:'

/** Whether a source is a browser that the account knows. */
export function isDevice(source: string): boolean {
  return source.startsWith(device_mark)
}

/** The source that a try counts against: the browser itself when the account knows it, else the address it comes from. */
export async function sourceOf(db: Db, user_name: string, device: string | null, address: string): Promise<string> {
  if (!device) return networkOf(address)
  const known = await db
    .selectFrom('known_device as d')
    .innerJoin('app_user as u', 'u.user_id', 'd.user_id') // unscoped: nobody is signed in yet
    .select('d.user_id')
    .where('u.user_name', '=', user_name)
    .where('u.deleted_at', 'is', null)
    .where('d.device_hash', '=', hashOf(device))
    .executeTakeFirst()
  return known ? `${device_mark}${hashOf(device).toString('base64url')}` : networkOf(address)
}

export async function rememberDevice(db: Db, user_id: number, device: string): Promise<void> {
  await db
    .insertInto('known_device')
    .values({ user_id, device_hash: hashOf(device) })
    .onConflict((conflict) => conflict.columns(['device_hash', 'user_id']).doUpdateSet({ seen_at: sql`now()` }))
    .execute()
}
