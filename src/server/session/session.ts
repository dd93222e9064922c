/** Sessions: from the token and its partner cookie to the person with the rights that they hold at this call. */
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
  /** Sees only the points of sale that were given to them: see scope.ts. */
  readonly is_limited: boolean
  readonly must_change_password: boolean
  /** The session was opened by the password alone and waits for the second factor; until then it has no rights. */
  readonly must_prove: boolean
  /** This person must have a second factor, and the grace period for setting one up is over. */
  readonly must_enrol: boolean
  /** Has a second factor; others prove themselves by the password. */
  readonly has_factor: boolean
  /** The last proof of identity is recent enough for calls that require one. */
  readonly is_proved: boolean
  readonly session_id: number
  /** Who recently created this account, set its password or changed its rights: see whyNotSecondPerson. */
  readonly handled_by: readonly number[]
  /** The keys of the person's present rights: see `rightKey`. */
  readonly rights: ReadonlySet<string>
}

export interface SessionLimits {
  session_idle_minutes: number
  session_absolute_hours: number
  /** The most sessions of one person; a further one ends the session that was unused for longest. */
  max_sessions: number
  /** For how many days whoever created an account, set its password or changed its rights must not have it approve their own work. */
  handled_days: number
  /** For how many minutes a proof of identity counts. */
  proof_minutes: number
}

/** Whether the person has this right, given by any of their groups. */
export function hasRight(me: Me, right: Right): boolean {
  return me.rights.has(rightKey(right))
}

/** 128 random bits as text: a token, or its partner cookie. */
export function newToken(): string {
  return randomBytes(16).toString('base64url')
}

/** Tokens are stored as hashes only: reading the database does not help to sign in. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** SQL condition: user `u` exists and is not locked. */
const active_user = sql<boolean>`(u.status = 1 and u.deleted_at is null)`

type IdleLimit = Pick<SessionLimits, 'session_idle_minutes'>

/** SQL condition: the session has expired, by age or by idleness. */
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

/** What holds for a person in all of their sessions. */
type Person = Omit<Me, 'session_id' | 'must_prove' | 'is_proved'> & { readonly is_active: boolean }

interface CachedPerson {
  readonly person: Person
  /** The database's version of all rights when these were read. */
  readonly stamp: string
  readonly read_at: number
}

/** The longest time for which a person is cached: by then the days of `handled_by` may be over. */
const cache_ms = 60_000
const max_cached = 10_000
/** For each database, the people who have recently made calls, with their rights. */
const cachedPeople = new WeakMap<Db, Map<number, CachedPerson>>()

/**
 * The person behind a token. The session is checked at every call; its person and their rights are cached as long as the database's version of all
 * rights stays the same, so that changes and locks take effect at the next call, whichever program made them.
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
  const session = rows[0]
  if (!session || session.is_over || !partnerMatches(session.partner_hash, partner_cookie))
    throw new Failure('token_invalid')
  const { is_active, ...person } = await personOf(db, session, limits)
  if (!is_active) throw new Failure('token_invalid')
  if (session.expired) throw new Failure('token_expired')
  if (session.stale) await touch(db, session.session_id)
  const { session_id, must_prove, is_proved } = session
  return { ...person, session_id, must_prove, is_proved, rights: must_prove ? new Set<string>() : person.rights }
}

async function personOf(db: Db, { user_id, stamp }: FoundSession, limits: SessionLimits): Promise<Person> {
  const people = cachedPeople.get(db) ?? new Map<number, CachedPerson>()
  cachedPeople.set(db, people)
  const cached = people.get(user_id)
  if (cached && cached.stamp === stamp && performance.now() - cached.read_at < cache_ms) return cached.person
  const read = await readPerson(db, user_id, limits)
  if (people.size >= max_cached) people.clear()
  people.set(user_id, read)
  return read.person
}

interface FoundPerson extends Omit<Person, 'rights'> {
  rights: string[]
  stamp: string
}

type HandledLimit = Pick<SessionLimits, 'handled_days'>

async function readPerson(db: Db, user_id: number, limits: HandledLimit): Promise<CachedPerson> {
  const read_at = performance.now()
  const [stored] = await readPeople(db, [user_id], limits)
  const { stamp, rights, ...person } = stored!
  return { person: { ...person, rights: new Set(rights) }, stamp, read_at }
}

/** The existing, unlocked accounts among these, for work that the program does in their name without a session. */
export async function activePeople(db: Db, user_ids: readonly number[]): Promise<Map<number, Me>> {
  const outside = { session_id: 0, must_prove: false, is_proved: false }
  const people = await readPeople(db, user_ids, { handled_days: 0 })
  const active = people.filter(({ is_active }) => is_active)
  return new Map(active.map((person) => [person.user_id, { ...person, ...outside, rights: new Set(person.rights) }]))
}

/** One statement, so that the version and the rights are of the same moment. */
async function readPeople(db: Db, user_ids: readonly number[], limits: HandledLimit): Promise<FoundPerson[]> {
  // unscoped: the people themselves, whose rights are looked at
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
    from app_user u, lateral (select has_factor(u.user_id)) f where u.user_id = any (${user_ids}::integer[])`.execute(
    db,
  )
  return rows
}

/** What this person must do before any other call; null when nothing. */
export function obstacleOf(me: Me): Obstacle | null {
  if (me.must_prove) return 'second_factor_required'
  if (me.must_change_password) return 'password_change_required'
  return me.must_enrol ? 'second_factor_missing' : null
}

/** Which of these sessions could still make a call. */
export async function ongoingSessions(
  db: Db,
  session_ids: readonly number[],
  limits: IdleLimit,
): Promise<ReadonlySet<number>> {
  // unscoped: only whether a session is still valid
  const { rows } = await sql<{ session_id: number }>`
    select s.session_id from session s join app_user u using (user_id)
    where s.session_id = any(${session_ids}) and s.ended_at is null and ${active_user} and not ${isExpired(limits)}`.execute(
    db,
  )
  return new Set(rows.map(({ session_id }) => session_id))
}

/** A browser's token is only valid together with the HttpOnly cookie that was set with it. */
function partnerMatches(expected: Buffer | null, cookie: string | null): boolean {
  return expected === null || (cookie !== null && hashOf(cookie).equals(expected))
}

/** The idle limit is counted in minutes, so the last use is written at most once a minute. */
async function touch(db: Db, session_id: number): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: sql`now()` })
    .where('session_id', '=', session_id)
    .execute()
}

interface Start {
  user_id: number
  /** Proves the password to the database: see passwordKey. */
  key: Buffer
  source: string
  user_agent: string
  /** null for a client that keeps no cookies */
  partner_cookie: string | null
}

/**
 * Opens a session and gives its token, which is not stored anywhere. Null when the password is no longer the one that was proved, or the account is
 * not active any more: the database checks again under the account's lock.
 */
export async function startSession(db: Db, start: Start, limits: SessionLimits): Promise<string | null> {
  const token = newToken()
  const partner_hash = start.partner_cookie === null ? null : hashOf(start.partner_cookie)
  const { rows } = await sql<{ session_id: number | null }>`
    select open_session(${start.user_id}, ${start.key}, ${hashOf(token)}, ${partner_hash}, ${start.source},
      ${start.user_agent.slice(0, 300)}, ${limits.session_absolute_hours}, ${limits.max_sessions}) as session_id`.execute(
    db,
  )
  return rows[0]!.session_id === null ? null : token
}

/** Whether this key proves the account's password. */
export async function provesPassword(db: Db, user_id: number, key: Buffer): Promise<boolean> {
  const { rows } = await sql<{ proved: boolean }>`select prove_password(${user_id}, ${key}) as proved`.execute(db)
  return rows[0]!.proved
}

/**
 * Records that the person of this session has just proved their identity: by the password's key, which suffices only without a second factor, or
 * (null) by a factor that this transaction has marked as used. False when the proof is not valid.
 */
export async function proveSession(db: Db, token: string, key: Buffer | null): Promise<boolean> {
  const { rows } = await sql<{ proved: boolean }>`select prove_session(${hashOf(token)}, ${key}) as proved`.execute(db)
  return rows[0]!.proved
}

/** Ends a user's sessions: a single one, or all but `except`. Gives how many ended. */
export async function endSessions(
  db: Db,
  user_id: number,
  selection: { only?: number; except?: number } = {},
): Promise<number> {
  const ended = await db
    .updateTable('session')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .$if(selection.only !== undefined, (query) => query.where('session_id', '=', selection.only!))
    .$if(selection.except !== undefined, (query) => query.where('session_id', '<>', selection.except!))
    .executeTakeFirst()
  return Number(ended.numUpdatedRows)
}
