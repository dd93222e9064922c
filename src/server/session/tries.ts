/**
 * Limits attempts to sign in. Failures are counted per account and source, so that a stranger's guesses neither succeed nor lock out the owner: a
 * browser from which the account has signed in before is a source of its own.
 */
import { sql } from 'kysely'
import type { Db } from '../database/transaction.ts'
import { networkOf, siteOf } from '#server/http/network.ts'
import { hashOf } from './session.ts'

export const captcha_after = 3
export const max_failures = 10
export const window_minutes = 15

/**
 * Counts an attempt as failed before the password is checked, under the lock of its own row, so that simultaneous attempts are counted one by one.
 * Gives the number of failures before it within the window.
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

/** The /48 around an IPv6 address is a source too, with a higher limit: whoever rents one has 65,536 networks of /64. */
const site_allowance = 4

/** Counts an attempt against a source and, for IPv6, against the /48 around it; gives the failures before this one. */
export async function countTryFrom(db: Db, user_name: string, source: string): Promise<number> {
  const failures = await countTry(db, user_name, source)
  const site = siteOf(source)
  return site === null
    ? failures
    : Math.max(failures, Math.floor((await countTry(db, user_name, site)) / site_allowance))
}

/** The value of the column `source` for all sources together; no address looks like it. */
const everywhere = '*'
/** After so many failures in a row from anywhere, unknown browsers get one attempt in so many seconds. */
export const max_in_a_row = 100
const trickle_s = 60

/**
 * Counts an attempt from an unknown browser against the account itself, however many sources there are; false when it is not allowed yet. Attempts on
 * one account run one after the other, because each locks its row.
 */
export async function mayTryAccount(db: Db, user_name: string): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    insert into sign_in_try as t (user_name, source, failures, since) values (${user_name}, ${everywhere}, 1, now())
    on conflict (user_name, source) do update set failures = t.failures + 1, since = clock_timestamp()
      where t.failures < ${max_in_a_row} or t.since < clock_timestamp() - make_interval(secs => ${trickle_s})
    returning true as allowed`.execute(db)
  return rows.length > 0
}

/** After so many failures within the window, by anybody, everyone but a known browser solves a captcha first. */
const many_on_account = 20
const many_from_place = 50

/** Whether somebody seems to guess on this account from many sources, or from this source on many accounts. It only asks for a captcha. */
export async function isGuessed(db: Db, user_name: string, source: string): Promise<boolean> {
  const within_window = sql`since > now() - make_interval(mins => ${window_minutes})`
  const { rows } = await sql<{ guessed: boolean }>`select
    coalesce((select sum(failures) from sign_in_try where user_name = ${user_name} and source <> ${everywhere} and ${within_window}), 0) >= ${many_on_account}
    or coalesce((select sum(failures) from sign_in_try where source = ${source} and ${within_window}), 0) >= ${many_from_place}
    as guessed`.execute(db)
  return rows[0]!.guessed
}

/** Resets the counts after a success. The attempts of strangers stay counted when the owner comes from a known browser. */
export async function deleteTries(db: Db, user_name: string, source: string): Promise<void> {
  const sources = isDevice(source) ? [source] : [source, siteOf(source) ?? source, everywhere]
  await db.deleteFrom('sign_in_try').where('user_name', '=', user_name).where('source', 'in', sources).execute()
}

const device_mark = 'device:'

/** Whether the source is a browser that the account knows. */
export function isDevice(source: string): boolean {
  return source.startsWith(device_mark)
}

/** The source that an attempt counts against: the browser itself when the account knows it, else its address. */
export async function sourceOf(db: Db, user_name: string, device: string | null, address: string): Promise<string> {
  if (!device) return networkOf(address)
  const known_device = await db
    .selectFrom('known_device as d')
    .innerJoin('app_user as u', 'u.user_id', 'd.user_id') // unscoped: nobody is signed in yet
    .select('d.user_id')
    .where('u.user_name', '=', user_name)
    .where('u.deleted_at', 'is', null)
    .where('d.device_hash', '=', hashOf(device))
    .executeTakeFirst()
  return known_device ? `${device_mark}${hashOf(device).toString('base64url')}` : networkOf(address)
}

/** Whether a second factor of the account was proved from this browser before: only its owner's browsers are. */
export async function hasProvedFactor(db: Db, user_id: number, device: string): Promise<boolean> {
  const proved_device = await db
    .selectFrom('known_device')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('device_hash', '=', hashOf(device))
    .where('factor_proved', '=', true)
    .executeTakeFirst()
  return proved_device !== undefined
}

/** Remembers that a second factor was proved from this browser, if the account knows it. */
export async function rememberProof(db: Db, user_id: number, device: string): Promise<void> {
  await db
    .updateTable('known_device')
    .set({ factor_proved: true })
    .where('user_id', '=', user_id)
    .where('device_hash', '=', hashOf(device))
    .execute()
}

/**
 * Remembers by its hash the browser of a successful sign-in, whose failures are counted apart from then on; a known one
 * only gets a new time.
 */
export async function rememberDevice(db: Db, user_id: number, device: string): Promise<void> {
  await db
    .insertInto('known_device')
    .values({ user_id, device_hash: hashOf(device) })
    .onConflict((conflict) => conflict.columns(['device_hash', 'user_id']).doUpdateSet({ seen_at: sql`now()` }))
    .execute()
}
