/**
 * Makes contracts answer, once for all calls: who → may → input → transaction → answer → audit.
 * A handler sees checked input, the person, and a database that is already inside its transaction; it cannot reach anything else.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type * as z from 'zod/mini'
import { sql } from 'kysely'
import type { Call, Calls } from '#contract/call.ts'
import { Failure, type ErrorName, type FailureData } from '#contract/errors.ts'
import { fieldOf } from './error-field.ts'
import { messages } from '#contract/messages.ts'
import { secretsIn, shapeOf, withoutSecrets } from '#contract/schema.ts'
import { rightsIn, type May } from '#contract/page.ts'
import { inputIn } from '#contract/request-input.ts'
import { check } from '#contract/wire.ts'
import { assertAnswer } from './assert-answer.ts'
import { registerCalls } from './calls.ts'
import type { Pace } from '#server/door/rate-limit.ts'
import { RetryLater } from '#server/door/retry-later.ts'
import { limitDownloads, type FileAnswer } from '#server/door/download.ts'
import type { Fail } from './fail.ts'
import type { FileStore } from '#server/files/files.ts'
import type { UploadedFile } from '#server/door/form.ts'
import type { GatewayName } from './gateways/gateway.ts'
import type { Backlog } from '#server/jobs/backlog.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'
import { constraintError, danglingField } from './database/refusal.ts'
import { inReadTransaction, inWriteTransaction, type Db } from './database/transaction.ts'
import { workOf } from '#server/program/trace.ts'
import { cleaned } from './rich-text.ts'
import type { Spooled, SpooledFile } from '#server/door/stream.ts'
import { isDevice, sourceOf } from './session/tries.ts'
import { holds, identify, obstacleOf, type Me, type SessionLimits } from './session/session.ts'
import { concurrencyLimiter } from '#server/door/concurrency.ts'

/** What is known of a request beside its input. */
export interface RequestInfo {
  readonly transid: string
  /** The address that the connection came from; never what the client says of itself. */
  readonly source: string
  readonly user_agent: string
  /** The addresses under which a browser may have opened the page: passkeys are bound to them. */
  readonly origins: readonly string[]
  readonly token: string | null
  /** What a call with a file brought; null when it brought none. */
  readonly file: UploadedFile | null
  /** The body of a call with `stream`, on disk by now; null for any other. */
  readonly spooled: SpooledFile | null
  /** Reads that body; asked for once the person may make the call and its input is right. */
  receive(user_id: number): Promise<Spooled>
  /** The answer of a call with `download`: done when the client has all of it, still inside of the call's transaction. */
  send(file: FileAnswer): Promise<void>
  cookie(name: string): string | null
  /** Sets an HttpOnly, SameSite=Strict cookie; null removes it. */
  setCookie(name: string, value: string | null, lifetime_s?: number): void
}

export interface Context<C extends Call> {
  db: Db
  /** The person; null in calls that anyone may make. */
  me: C['may'] extends 'public' ? null : Me
  input: z.output<C['input']>
  visit: RequestInfo
  limits: SessionLimits
  files: FileStore
  map_key: string | null
  enqueue: Enqueue
  backlog: Backlog
  /** The gateways that pay; background jobs call them. */
  can_pay: Engine['can_pay']
  fail: Fail<C['errors'][number] | 'request_invalid'>
}

type Handler<C extends Call> = (context: Context<C>) => Promise<z.input<C['output']>>
type Handlers<S extends Calls> = { [K in keyof S]: Handler<S[K]> }

/** A call with the function that answers it. */
export interface Answered {
  readonly call: Call
  readonly handler: Handler<Call>
}

/** Binds a contract to its handlers: `export default serve(banner, { list: …, add: … })`. */
export function serve<S extends Calls>(contract: S, handlers: Handlers<S>): Answered[] {
  registerCalls(contract)
  return Object.entries(contract).map(([key, call]) => ({ call, handler: handlers[key] as unknown as Handler<Call> }))
}

export interface Engine {
  /** Named statements: key look-ups and writes. */
  readonly main: Db
  /** Statements planned for their values: every read. */
  readonly search: Db
  readonly limits: SessionLimits
  readonly files: FileStore
  /** Of Google Maps; null where there is none. */
  readonly map_key: string | null
  readonly enqueue: Enqueue
  readonly backlog: Backlog
  /** Which gateways are configured to pay. */
  readonly can_pay: ReadonlySet<GatewayName>
  /** How fast one person may go. */
  readonly pace: Pace
  /** Checks each answer against its contract: in tests and development. */
  readonly strict: boolean
}

/** Under whom the transids of those who are not signed in are kept. */
const strangers = 0
const strangersKey = randomBytes(32)

class KeptFailure extends Failure {}

/**
 * Writes that anyone may make hash passwords while they hold a connection: a flood of them must leave connections to those at work. A browser from
 * which the account has signed in before has places of its own, so that a flood of strangers keeps nobody out.
 */
const limitStrangers = concurrencyLimiter(4, 100)
const limitKnownBrowsers = concurrencyLimiter(2, 50)

async function limitPublicWrites<T>(db: Db, input: unknown, visit: RequestInfo, work: () => Promise<T>): Promise<T> {
  const [name, device] = [nameIn(input), visit.cookie('device')]
  const is_known = name !== null && device !== null && isDevice(await sourceOf(db, name, device, visit.source))
  return (is_known ? limitKnownBrowsers : limitStrangers)(work)
}

/** Makes one call from beginning to end. Rejects with a Failure for a refusal, with anything else for a fault. */
export async function perform(
  engine: Engine,
  answered: Answered,
  given: Record<string, unknown>,
  visit: RequestInfo,
): Promise<unknown> {
  const is_public = answered.call.may === 'public'
  const me = is_public ? null : await identify(engine.main, visit.token, visit.cookie('partner'), engine.limits)
  return performFor(engine, me, answered, given, visit)
}

/** The same for somebody who is known already; null in calls that anyone may make. */
export async function performFor(
  engine: Engine,
  me: Me | null,
  { call, handler }: Answered,
  given: Record<string, unknown>,
  visit: RequestInfo,
): Promise<unknown> {
  if (me) workOf(me.user_id)
  if (me && !(await engine.pace.mayCall(me.user_id))) throw new RetryLater(429, 60)
  try {
    if (me) permit(me, call)
    const input = checked(call, given)
    if (me && call.stepUp && !me.is_proved) throw new Failure('proof_required')
    const { limits, files, map_key, enqueue, backlog, can_pay } = engine
    const run = async (db: Db, seen = visit) => {
      const fail = failOf(call)
      const context = { db, me: me!, input, visit: seen, limits, files, map_key, enqueue, backlog, can_pay, fail }
      const answer = await handler(context)
      if (engine.strict) assertAnswer(call, answer)
      return answer
    }
    if (call.download) return await limitDownloads(me!.user_id, () => inReadTransaction(engine.search, run))
    if (call.kind === 'read') return await inReadTransaction(engine.search, run)
    const write = (seen: RequestInfo) => record(engine, call, me, input, seen, (db) => run(db, seen))
    if (call.stream) {
      const spooled = await visit.receive(me!.user_id)
      return await spooled.during(() => write({ ...visit, spooled }))
    }
    return await (me ? write(visit) : limitPublicWrites(engine.main, input, visit, () => write(visit)))
  } catch (error) {
    const failure = refusalOf(error, call) ?? error
    if (failure instanceof Failure && mustBeLogged(call, failure)) {
      if (me && !(await engine.pace.mayBeRefused(me.user_id))) throw new RetryLater(429, 60)
      await logRefusal(engine.main, call, me, given, visit, failure)
    }
    throw failure
  }
}

/** What the database refused, as a refusal of the call's; null for anything else. */
function refusalOf(error: unknown, call: Call): Failure | null {
  const name = constraintError(error, call.errors)
  if (name) return new Failure(name, atField(call, name))
  const field = danglingField(error, shapeOf(call.input))
  return field === null ? null : new Failure('request_invalid', { fields: { [field]: messages.invalid } })
}

function permit(me: Me, call: Call): void {
  const obstacle = obstacleOf(me)
  if (obstacle && !call.before.includes(obstacle)) throw new Failure(obstacle)
  if (!mayMake(me, call.may)) throw new Failure('no_right')
}

export function mayMake(me: Me, may: May): boolean {
  if (may === 'admin') return me.is_admin
  if (may === 'channel') return false
  const rights = rightsIn(may)
  return rights.length === 0 || rights.some((right) => holds(me, right))
}

/** The call's input, checked. A field that the call does not have is refused by name: what somebody meant by it would be lost without a word. */
function checked(call: Call, given: Record<string, unknown>) {
  const { raw, unknown } = inputIn(call, given)
  const result = check(call.input, cleaned(call.input, raw))
  const all_known = Object.keys(unknown).length === 0
  if (!result.ok)
    throw new Failure(all_known ? result.error : 'request_invalid', { fields: { ...result.fields, ...unknown } })
  if (!all_known) throw new Failure('request_invalid', { fields: unknown })
  return result.value
}

function failOf(call: Call): Fail<ErrorName> {
  return (error, data = atField(call, error) ?? undefined, options) => {
    throw options?.keep ? new KeptFailure(error, data) : new Failure(error, data)
  }
}

/** The refusal's sentence at its own field, when the call has such a field. */
function atField(call: Call, error: ErrorName): FailureData | null {
  const field = fieldOf(call.input, error)
  return field ? { fields: { [field]: new Failure(error).message } } : null
}

interface Begun {
  audit_id: number
  repeated: boolean
  same: boolean | null
  answer: unknown
}

/**
 * Runs a write: the transid is taken, the work is done, its log row is chained and the answer is kept, all in one transaction.
 * The same transid with the same input gives the stored answer again; with another input it is refused.
 */
async function record(
  engine: Engine,
  call: Call,
  me: Me | null,
  input: unknown,
  visit: RequestInfo,
  run: (db: Db) => Promise<unknown>,
): Promise<unknown> {
  let kept: KeptFailure | null = null
  const stored = !call.unstored
  const who = me?.user_id ?? strangers
  const answer = await inWriteTransaction(engine.main, async (db) => {
    kept = null
    const begun = await begin(db, call, { by: who, key: stored ? who : null }, input, visit)
    if (begun.repeated) {
      if (!begun.same) throw new Failure('request_exists')
      return begun.answer
    }
    const result = await run(db).catch((error: unknown) => {
      if (!(error instanceof KeptFailure)) throw error
      kept = error
      return null
    })
    if (stored) await (kept ? forget(db, who, visit) : keepAnswer(db, who, visit, result))
    // Last, because it locks the head of a chain until the commit.
    await appendAudit(db, call, me, input, visit, begun.audit_id, (kept as KeptFailure | null)?.code ?? 0)
    return result
  })
  if (kept) throw kept
  return answer
}

/** Takes the transid under `key`, where answers are kept, and tells triggers `by` whom things change. */
async function begin(
  db: Db,
  call: Call,
  { by, key }: { by: number; key: number | null },
  input: unknown,
  visit: RequestInfo,
): Promise<Begun> {
  const digest = digestOf(call, input, visit)
  const { rows } = await sql<Begun>`select begun.*, set_config('app.user_id', ${String(by)}, true)
      from begin_command(${key}, ${visit.transid}, ${call.name}, ${digest}) begun`.execute(db)
  return rows[0]!
}

async function keepAnswer(db: Db, who: number, { transid }: RequestInfo, answer: unknown): Promise<void> {
  const kept = JSON.stringify(answer)
  await sql`update command set answer = ${kept}::json where user_id = ${who} and transid = ${transid}`.execute(db)
}

/** A refusal is no answer to give again: the same transid may be tried anew, as after one that was rolled back. */
async function forget(db: Db, who: number, { transid }: RequestInfo): Promise<void> {
  await db.deleteFrom('command').where('user_id', '=', who).where('transid', '=', transid).execute()
}

/**
 * What tells one input from another. Passwords count too, but only under the key of the session's token, which is kept nowhere: from
 * the plain digest of a password, whoever reads the database could guess it.
 */
function digestOf(call: Call, input: unknown, visit: RequestInfo): Buffer {
  const digest = createHash('sha256').update(JSON.stringify(withoutSecrets(call.input, input ?? {})))
  if (visit.file) digest.update(visit.file.bytes)
  if (visit.spooled) digest.update(visit.spooled.digest)
  const secrets = secretsIn(call.input, input)
  if (secrets.length > 0)
    digest.update(
      createHmac('sha256', visit.token ?? strangersKey)
        .update(JSON.stringify(secrets))
        .digest(),
    )
  return digest.digest()
}

async function appendAudit(
  db: Db,
  call: Call,
  me: Me | null,
  input: unknown,
  visit: RequestInfo,
  audit_id: number,
  code: number,
): Promise<void> {
  const shown = JSON.stringify({ ...unsaidVersion(call, input), ...(withoutSecrets(call.input, input) as object) })
  const name = me?.user_name ?? nameIn(input)
  await sql`select append_audit(${audit_id}, ${me?.user_id ?? null}, ${name}, ${call.name}, ${code},
    ${visit.source}, ${visit.user_agent.slice(0, 300)}, ${visit.transid}, ${shown}::jsonb, ${visit.token})`.execute(db)
}

/** In calls without a person, whom they say they are. */
function nameIn(input: unknown): string | null {
  const { username, user_name } = (input ?? {}) as { username?: unknown; user_name?: unknown }
  const name = username ?? user_name
  return typeof name === 'string' ? name.slice(0, 100) : null
}

/** A write that did not say which version it saw is kept as the last word that it was. */
function unsaidVersion(call: Call, input: unknown): { version?: null } {
  const { version } = (input ?? {}) as { version?: unknown }
  return 'version' in shapeOf(call.input) && version == null ? { version: null } : {}
}

/** A try at what one may not do is logged; a sign-in that failed has kept its own row. */
function mustBeLogged(call: Call, failure: Failure): boolean {
  return failure.error === 'no_right' && call.may !== 'public'
}

async function logRefusal(
  db: Db,
  call: Call,
  me: Me | null,
  given: Record<string, unknown>,
  visit: RequestInfo,
  failure: Failure,
): Promise<void> {
  const result = check(call.input, cleaned(call.input, inputIn(call, given).raw))
  await inWriteTransaction(db, async (trx) => {
    const { audit_id } = await begin(trx, call, { by: strangers, key: null }, {}, visit)
    await appendAudit(trx, call, me, result.ok ? result.value : {}, visit, audit_id, failure.code)
  })
}
