/** Who is asking: from the token and its partner cookie to a person with the rights that hold at this call. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Obstacle } from '#contract/call.ts'
import { rightKey, type Right } from '#contract/page.ts'
import type { Db } from '../database/transaction.ts'

/** The person who makes a call. */
export interface Me {
  readonly user_id: number
  readonly user_name: string
  readonly full_name: string
  readonly partner_id: number | null
  readonly base_id: number | null
  readonly is_admin: boolean
  /** Sees only the points of sale that were given: see scope.ts. */
  readonly is_limited: boolean
  readonly must_change_password: boolean
  /** The session is open by the password alone and waits for the second factor; until then it holds no right. */
  readonly must_prove: boolean
  /** A second factor is asked of this person, and the time in which to set one up is over. */
  readonly must_enrol: boolean
  /** Has a second factor; who has none proves themselves by the password. */
  readonly has_factor: boolean
  /** The last proof of who they are is young enough for what asks for it again. */
  readonly is_proved: boolean
  readonly session_id: number
  /** Who lately had their hands on this account: see whyOneHead. */
  readonly handled_by: readonly number[]
  /** Keys of the rights held now: see `rightKey`. */
  readonly rights: ReadonlySet<string>
}

export interface SessionLimits {
  session_idle_minutes: number
  session_absolute_hours: number
  /** How many sessions one person has at once; beyond them the one that was used longest ago ends. */
  session_most: number
  /** For so many days whoever made an account, gave it a password or changed its rights cannot have it decide on what they made. */
  handled_days: number
  /** For so long a proof counts where a call asks for it again. */
  proof_minutes: number
}

export function holds(me: Me, right: Right): boolean {
  return me.rights.has(rightKey(right))
}

/** 128 random bits as text: a token, or the cookie beside it. */
export function newToken(): string {
  return randomBytes(16).toString('base64url')
}

/** Tokens are kept only as their hash: who reads the database cannot sign in with what is there. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Users `u` who are there and not locked. */
const active_user = sql<boolean>`(u.status = 1 and u.deleted_at is null)`

type IdleLimit = Pick<SessionLimits, 'session_idle_minutes'>

/** It is too old, or nobody has used it for too long. */
const isExpired = ({ session_idle_minutes }: IdleLimit) =>
  sql<boolean>`(s.expires_at <= now() or s.last_seen_at <= now() - make_interval(mins => ${session_idle_minutes}))`

interface FoundSession {
  session_id: number
  user_id: number
  partner_hash: Buffer | null
  is_over: boolean
  expired: boolean
  stale: boolean
  must_prove: boolean
  is_proved: boolean
  stamp: string
}

/** What is true of somebody in all of their sessions. */
type Person = Omit<Me, 'session_id' | 'must_prove' | 'is_proved'> & { readonly is_active: boolean }

interface Kept {
  readonly person: Person
  /** What the stamp of all rights was when they were read. */
  readonly stamp: string
  readonly read_at: number
}

/** For so long at most: by then somebody's hands may have been on an account long enough ago. */
const kept_ms = 60_000
const most_kept = 10_000
/** Of each database the people who have lately made calls, with their rights. */
const keptPeople = new WeakMap<Db, Map<number, Kept>>()

/**
 * The person behind a token. The session is looked at with every call; who its person is and what they may do is kept as long as the database's
 * stamp of all rights stands still, so that changes and locks hold for the next call, whichever program made them.
 * @throws Failure token_invalid when there is no such session, token_expired when it was idle or old.
 */
export async function identify(
  db: Db,
  token: string | null,
  partner_cookie: string | null,
  limits: SessionLimits,
): Promise<Me> {
  if (!token) throw new Failure('token_invalid')
  const { rows } = await sql<FoundSession>`
    select s.session_id, s.user_id, s.partner_hash, s.ended_at is not null as is_over, ${isExpired(limits)} as expired,
      s.last_seen_at <= now() - interval '1 minute' as stale, s.factor_pending as must_prove,
      s.proved_at > now() - make_interval(mins => ${limits.proof_minutes}) as is_proved, (select moved_by::text from rights_stamp) as stamp
    from session s where s.token_hash = ${hashOf(token)}`.execute(db)
  const found = rows[0]
  if (!found || found.is_over || !partnerMatches(found.partner_hash, partner_cookie)) throw new Failure('token_invalid')
  const { is_active, ...person } = await personOf(db, found, limits)
  if (!is_active) throw new Failure('token_invalid')
  if (found.expired) throw new Failure('token_expired')
  if (found.stale) await touch(db, found.session_id)
  const { session_id, must_prove, is_proved } = found
  return { ...person, session_id, must_prove, is_proved, rights: must_prove ? new Set<string>() : person.rights }
}

async function personOf(db: Db, { user_id, stamp }: FoundSession, limits: SessionLimits): Promise<Person> {
  const people = keptPeople.get(db) ?? new Map<number, Kept>()
  keptPeople.set(db, people)
  const kept = people.get(user_id)
  if (kept && kept.stamp === stamp && performance.now() - kept.read_at < kept_ms) return kept.person
  const read = await readPerson(db, user_id, limits)
  if (people.size >= most_kept) people.clear()
  people.set(user_id, read)
  return read.person
}

interface FoundPerson extends Omit<Person, 'rights'> {
  rights: string[]
  stamp: string
}

/** One statement, so that stamp and rights are of one moment. */
async function readPerson(db: Db, user_id: number, limits: SessionLimits): Promise<Kept> {
  const read_at = performance.now()
  // unscoped: the session's own person
  const { rows } = await sql<FoundPerson>`
    select (select moved_by::text from rights_stamp) as stamp, ${active_user} as is_active,
      u.user_id, u.user_name, u.full_name, u.partner_id, u.base_id, u.is_admin, u.must_change_password,
      f.has_factor, coalesce(u.factor_due_at <= now(), false) and not f.has_factor as must_enrol,
      not u.is_admin and coalesce((select d.is_limited from data_scope d where d.user_id = u.user_id), false) as is_limited,
      coalesce((select array_agg(h.handled_by) from account_handling h
        where h.user_id = u.user_id and h.at > now() - make_interval(days => ${limits.handled_days})), '{}') as handled_by,
      coalesce(case when u.is_admin
        then (select array_agg(p.page_url || '#' || r.role_id) from page p join page_role r using (page_id) where p.in_use)
        else (select array_agg(distinct p.page_url || '#' || r.role_id) from page p join page_role r using (page_id)
              where p.in_use and (p.for_everyone or exists (
                select from group_member m join user_group g using (group_id) join group_page gp using (group_id)
                where m.user_id = u.user_id and g.status = 1 and gp.page_id = r.page_id and gp.role_id = r.role_id)
              -- Given as to one of a store's people, so not beyond that store.
              or (u.base_id is not null and exists (
                select from user_page up where up.user_id = u.user_id and up.page_id = r.page_id and up.role_id = r.role_id))))
      end, '{}') as rights
    from app_user u, lateral (select has_factor(u.user_id)) f where u.user_id = ${user_id}`.execute(db)
  const { stamp, rights, ...person } = rows[0]!
  return { person: { ...person, rights: new Set(rights) }, stamp, read_at }
}

/** What this person must do before anything else; null when nothing. */
export function obstacleOf(me: Me): Obstacle | null {
  if (me.must_prove) return 'second_factor_required'
  if (me.must_change_password) return 'password_change_required'
  return me.must_enrol ? 'second_factor_missing' : null
}

/** Those of the sessions that a call could still be made with. */
export async function ongoingSessions(
  db: Db,
  session_ids: readonly number[],
  limits: IdleLimit,
): Promise<ReadonlySet<number>> {
  // unscoped: only whether a session goes on
  const { rows } = await sql<{ session_id: number }>`
    select s.session_id from session s join app_user u using (user_id)
    where s.session_id = any(${session_ids}) and s.ended_at is null and ${active_user} and not ${isExpired(limits)}`.execute(
    db,
  )
  return new Set(rows.map(({ session_id }) => session_id))
}

/** A browser's token is worthless without the HttpOnly cookie that was set with it. */
function partnerMatches(expected: Buffer | null, cookie: string | null): boolean {
  return expected === null || (cookie !== null && hashOf(cookie).equals(expected))
}

/** The idle limit is counted in minutes, so once a minute is often enough to write. */
async function touch(db: Db, session_id: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: sql`now()` })
    .where('session_id', '=', session_id)
    .execute()
}

interface Start {
  user_id: number
  /** Proves the password: see passwordKey. */
  key: Buffer
  source: string
  user_agent: string
  /** null for a program that keeps no cookies */
  partner_cookie: string | null
}

/**
 * Opens a session and gives its token, which is told once and kept nowhere. Null when the password is no longer the one that was proved, or the
 * account is not active any more: the database looks again under the account's lock.
 */
export async function startSession(db: Db, start: Start, limits: SessionLimits): Promise<string | null> {
  const token = newToken()
  const partner_hash = start.partner_cookie === null ? null : hashOf(start.partner_cookie)
  const { rows } = await sql<{ session_id: number | null }>`
    select open_session(${start.user_id}, ${start.key}, ${hashOf(token)}, ${partner_hash}, ${start.source},
      ${start.user_agent.slice(0, 300)}, ${limits.session_absolute_hours}, ${limits.session_most}) as session_id`.execute(
    db,
  )
  return rows[0]!.session_id === null ? null : token
}

/** Whether this is the account's password, by its key. */
export async function provesPassword(db: Db, user_id: number, key: Buffer): Promise<boolean> {
  const { rows } = await sql<{ proved: boolean }>`select prove_password(${user_id}, ${key}) as proved`.execute(db)
  return rows[0]!.proved
}

/**
 * Notes that the session of this token was proved now: by the password's key, which is enough only for who has no second factor, or (null) by a factor
 * that this transaction has marked as used. False when it was not.
 */
export async function proveSession(db: Db, token: string, key: Buffer | null): Promise<boolean> {
  const { rows } = await sql<{ proved: boolean }>`select prove_session(${hashOf(token)}, ${key}) as proved`.execute(db)
  return rows[0]!.proved
}

/** Ends a user's sessions at once: one of them, or all but `except`. Gives how many ended. */
export async function endSessions(
  db: Db,
  user_id: number,
  which: { only?: number; except?: number } = {},
): Promise<number> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .$if(which.only !== undefined, (query) => query.where('session_id', '=', which.only!))
    .$if(which.except !== undefined, (query) => query.where('session_id', '<>', which.except!))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}
