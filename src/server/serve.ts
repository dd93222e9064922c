/**
 * Answers the calls of all contracts, each in the same steps: identify the person, check rights, validate the input, run the handler in a
 * transaction, audit, answer.
 * A handler gets validated input, the person, and a database that is already inside its transaction; it cannot reach anything else.
 */
import { createHash, createHmac } from 'node:crypto'
import type * as z from 'zod/mini'
import { sql } from 'kysely'
import { needsProof, type Call, type Calls } from '#contract/call.ts'
import { Failure, type ErrorName, type FailureData } from '#contract/errors.ts'
import { fieldOf } from './error-field.ts'
import { messages } from '#contract/messages.ts'
import { secretsIn, shapeOf, withoutDefaults, withoutSecrets } from '#contract/schema.ts'
import { rightsIn, type May } from '#contract/page.ts'
import { inputIn } from '#contract/request-input.ts'
import { check } from '#contract/wire.ts'
import { assertAnswer } from './assert-answer.ts'
import { registerCalls } from './calls.ts'
import type { PersonLimits } from '#server/http/rate-limit.ts'
import { RetryLater } from '#server/http/retry-later.ts'
import { limitDownloads, type FileAnswer } from '#server/http/download.ts'
import type { Fail } from './fail.ts'
import type { FileStore } from '#server/files/files.ts'
import type { UploadedFile } from '#server/http/form.ts'
import type { GatewayName } from './gateways/gateway.ts'
import type { Backlog } from '#server/jobs/backlog.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'
import { constraintError, danglingField } from './database/refusal.ts'
import type { Replica } from './database/replica.ts'
import { inReadTransaction, inWriteTransaction, type Db } from './database/transaction.ts'
import { setTraceUser } from '#server/program/trace.ts'
import { sanitizeInput } from './rich-text.ts'
import type { Spooled, SpooledFile } from '#server/http/stream.ts'
import { anonymousKey } from './session/captcha.ts'
import { isDevice, sourceOf } from './session/tries.ts'
import { hasRight, identify, obstacleOf, type Me, type SessionLimits } from './session/session.ts'
import { concurrencyLimiter } from '#server/http/concurrency.ts'

/** A request, beside its input. */
export interface RequestInfo {
  readonly transid: string
  /** The address of the connection; never one that the client claims. */
  readonly source: string
  readonly user_agent: string
  /** The origins under which a browser may have opened the page: passkeys are bound to them. */
  readonly origins: readonly string[]
  readonly token: string | null
  /** The file of a call that takes one; null when none was sent. */
  readonly file: UploadedFile | null
  /** The body of a call with `stream`, already on disk; null for any other call. */
  readonly spooled: SpooledFile | null
  /** Reads that body; called once the person may make the call and its input is valid. */
  receive(user_id: number): Promise<Spooled>
  /** Sends the answer of a call with `download`; resolves when the client has all of it, still inside the call's transaction. */
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
  request: RequestInfo
  limits: SessionLimits
  files: FileStore
  map_key: string | null
  enqueue: Enqueue
  backlog: Backlog
  /** The gateways that are configured to pay; only background jobs call them. */
  can_pay: Engine['can_pay']
  fail: Fail<C['errors'][number] | 'request_invalid'>
}

type Handler<C extends Call> = (context: Context<C>) => Promise<z.input<C['output']>>
type Handlers<S extends Calls> = { [K in keyof S]: Handler<S[K]> }

/** A call with its handler. */
export interface ServedCall {
  readonly call: Call
  readonly handler: Handler<Call>
}

/** Binds a contract to its handlers: `export default serve(banner, { list: …, add: … })`. */
export function serve<S extends Calls>(contract: S, handlers: Handlers<S>): ServedCall[] {
  registerCalls(contract)
  return Object.entries(contract).map(([key, call]) => ({ call, handler: handlers[key] as unknown as Handler<Call> }))
}

export interface Engine {
  /** Connections with prepared statements: for look-ups by key and writes. */
  readonly main: Db
  /** Connections that plan each statement for its values: for every read. */
  readonly search: Db
  /** The replica for reads that may lag; null when none is configured. */
  readonly replica?: Replica | null
  readonly limits: SessionLimits
  readonly files: FileStore
  /** The key of Google Maps; null where there is none. */
  readonly map_key: string | null
  readonly enqueue: Enqueue
  readonly backlog: Backlog
  /** Which gateways are configured to pay. */
  readonly can_pay: ReadonlySet<GatewayName>
  /** The rate limits of one person. */
  readonly person_limits: PersonLimits
  /** Validates each answer against its contract: in tests and development. */
  readonly strict: boolean
}

/** The user id under which transids of anonymous calls are stored. */
const anonymous_id = 0

class CommittedFailure extends Failure {}

/**
 * Limits anonymous writes: they hash passwords while they hold a connection, and a flood of them must leave connections to people at work. A browser
 * from which the account has signed in before has slots of its own, so that a flood of strangers does not keep its owner out.
 */
const limitAnonymous = concurrencyLimiter(4, 100)
const limitKnownBrowsers = concurrencyLimiter(2, 50)

async function limitPublicWrites<T>(db: Db, input: unknown, request: RequestInfo, work: () => Promise<T>): Promise<T> {
  const [name, device] = [claimedName(input), request.cookie('device')]
  const is_known = name !== null && device !== null && isDevice(await sourceOf(db, name, device, request.source))
  return (is_known ? limitKnownBrowsers : limitAnonymous)(work)
}

/** Runs one call from beginning to end. Rejects with a Failure for a refusal, with any other error for a fault. */
export async function perform(
  engine: Engine,
  served: ServedCall,
  raw_input: Record<string, unknown>,
  request: RequestInfo,
): Promise<unknown> {
  const is_public = served.call.may === 'public'
  const me = is_public ? null : await identify(engine.main, request.token, request.cookie('partner'), engine.limits)
  return performFor(engine, me, served, raw_input, request)
}

/** The same for a person who is already identified; null in calls that anyone may make. */
export async function performFor(
  engine: Engine,
  me: Me | null,
  { call, handler }: ServedCall,
  raw_input: Record<string, unknown>,
  request: RequestInfo,
): Promise<unknown> {
  if (me) setTraceUser(me.user_id)
  if (me && !(await engine.person_limits.mayCall(me.user_id))) throw new RetryLater(429, 60)
  try {
    if (me) permit(me, call)
    const input = parseInput(call, raw_input)
    if (me && needsProof(call, input) && !me.is_proved) throw new Failure('proof_required')
    const { limits, files, map_key, enqueue, backlog, can_pay } = engine
    const run = async (db: Db, info = request) => {
      const fail = failOf(call)
      const context = { db, me: me!, input, request: info, limits, files, map_key, enqueue, backlog, can_pay, fail }
      const answer = await handler(context)
      if (engine.strict) assertAnswer(call, answer)
      return answer
    }
    if (call.download) return await limitDownloads(me!.user_id, () => inReadTransaction(engine.search, run))
    if (call.kind === 'read') {
      const lagging = call.may_lag && me ? await engine.replica?.read(me.user_id, run) : null
      return lagging ? lagging.answer : await inReadTransaction(engine.search, run)
    }
    const write = (info: RequestInfo) => runWrite(engine, call, me, input, info, (db) => run(db, info))
    if (call.stream) {
      const spooled = await request.receive(me!.user_id)
      return await spooled.during(() => write({ ...request, spooled }))
    }
    return await (me ? write(request) : limitPublicWrites(engine.main, input, request, () => write(request)))
  } catch (error) {
    const failure = refusalOf(error, call) ?? error
    if (failure instanceof Failure && mustBeLogged(call, failure)) {
      if (me && !(await engine.person_limits.mayBeRefused(me.user_id))) throw new RetryLater(429, 60)
      await logRefusal(engine.main, call, me, raw_input, request, failure)
    }
    throw failure
  }
}

/** Answers a read in somebody's name where no request came: with the rights that they hold now. Nobody waits for it, so no limit holds it back. */
export async function readAs(db: Db, me: Me, served: ServedCall, raw_input: Record<string, unknown>): Promise<unknown> {
  const { call, handler } = served
  permit(me, call)
  const input = parseInput(call, raw_input)
  const fail = failOf(call)
  return inReadTransaction(db, (trx) => handler({ db: trx, me, input, fail } as unknown as Context<Call>))
}

/** A violated constraint of the database as a refusal that the call declares; null for any other error. */
function refusalOf(error: unknown, call: Call): Failure | null {
  const name = constraintError(error, call.errors)
  if (name) return new Failure(name, atField(call, name))
  const field = danglingField(error, shapeOf(call.input))
  return field === null ? null : new Failure('request_invalid', { fields: { [field]: messages.invalid } })
}

function permit(me: Me, call: Call): void {
  const obstacle = obstacleOf(me)
  if (obstacle && !call.obstacles_ignored.includes(obstacle)) throw new Failure(obstacle)
  if (!mayMake(me, call.may)) throw new Failure('no_right')
}

/** Whether the person may make calls with this `may`: one of its rights is enough. Calls of the channel are no person's. */
export function mayMake(me: Me, may: May): boolean {
  if (may === 'admin') return me.is_admin
  if (may === 'channel') return false
  const rights = rightsIn(may)
  return rights.length === 0 || rights.some((right) => hasRight(me, right))
}

/** Validates the call's input. An unknown field is refused by name: ignoring it would silently lose what the caller meant. */
function parseInput(call: Call, raw_input: Record<string, unknown>) {
  const { raw, unknown } = inputIn(call, raw_input)
  const result = check(call.input, sanitizeInput(call.input, raw))
  const all_known = Object.keys(unknown).length === 0
  if (!result.ok)
    throw new Failure(all_known ? result.error : 'request_invalid', { fields: { ...result.fields, ...unknown } })
  if (!all_known) throw new Failure('request_invalid', { fields: unknown })
  return result.value
}

function failOf(call: Call): Fail<ErrorName> {
  return (error, data = atField(call, error) ?? undefined, options) => {
    throw options?.commit ? new CommittedFailure(error, data) : new Failure(error, data)
  }
}

/** The refusal's message at the field that it is about, when the call has that field. */
function atField(call: Call, error: ErrorName): FailureData | null {
  const field = fieldOf(call.input, error)
  return field ? { fields: { [field]: new Failure(error).message } } : null
}

interface WriteCommand {
  audit_id: number
  repeated: boolean
  same: boolean | null
  answer: unknown
}

/**
 * Runs a write: reserves the transid, does the work, stores the answer and appends to the audit log, all in one transaction. The same transid with
 * the same input gives the stored answer again; with another input it is refused.
 */
async function runWrite(
  engine: Engine,
  call: Call,
  me: Me | null,
  input: unknown,
  request: RequestInfo,
  run: (db: Db) => Promise<unknown>,
): Promise<unknown> {
  let failure: CommittedFailure | null = null
  const isStored = !call.unstored
  const user_id = me?.user_id ?? anonymous_id
  const answer = await inWriteTransaction(engine.main, async (db) => {
    failure = null
    const command = await begin(db, call, { by: user_id, key: isStored ? user_id : null }, input, request)
    if (command.repeated) {
      if (!command.same) throw new Failure('request_exists')
      return command.answer
    }
    const result = await run(db).catch((error: unknown) => {
      if (!(error instanceof CommittedFailure)) throw error
      failure = error
      return null
    })
    if (isStored) await (failure ? deleteAnswer(db, user_id, request) : keepAnswer(db, user_id, request, result))
    // Last, because it locks the head of an audit chain until the commit.
    await appendAudit(db, call, me, input, request, command.audit_id, (failure as CommittedFailure | null)?.code ?? 0)
    return result
  })
  if (failure) throw failure
  return answer
}

/** Reserves the transid under the user id `key` (null: not stored), and sets the user id that triggers record as the author of changes. */
async function begin(
  db: Db,
  call: Call,
  { by, key }: { by: number; key: number | null },
  input: unknown,
  request: RequestInfo,
): Promise<WriteCommand> {
  const digest = digestOf(call, input, request)
  const { rows } = await sql<WriteCommand>`select begun.*, set_config('app.user_id', ${String(by)}, true)
      from begin_command(${key}, ${request.transid}, ${call.name}, ${digest}) begun`.execute(db)
  return rows[0]!
}

async function keepAnswer(db: Db, user_id: number, { transid }: RequestInfo, answer: unknown): Promise<void> {
  const stored_answer = JSON.stringify(answer)
  await sql`update command set answer = ${stored_answer}::json where user_id = ${user_id} and transid = ${transid}`.execute(
    db,
  )
}

/** A refusal is not stored as an answer: the same transid may be used again, as after a rolled-back call. */
async function deleteAnswer(db: Db, user_id: number, { transid }: RequestInfo): Promise<void> {
  await db.deleteFrom('command').where('user_id', '=', user_id).where('transid', '=', transid).execute()
}

/**
 * A digest of the input. Fields at their default are not part of it, so that a call is the same to the next version, which may have more of them.
 * Passwords are part of it, but only as an HMAC keyed with the session token, which is stored nowhere: a plain digest of a
 * password could be guessed by anyone who reads the database.
 */
function digestOf(call: Call, input: unknown, request: RequestInfo): Buffer {
  const digested_input = withoutDefaults(call.input, withoutSecrets(call.input, input ?? {}))
  const digest = createHash('sha256').update(JSON.stringify(digested_input))
  if (request.file) digest.update(request.file.bytes)
  if (request.spooled) digest.update(request.spooled.digest)
  const secrets = secretsIn(call.input, input)
  if (secrets.length > 0)
    digest.update(
      createHmac('sha256', request.token ?? anonymousKey())
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
  request: RequestInfo,
  audit_id: number,
  code: number,
): Promise<void> {
  const input_text = JSON.stringify({
    ...missingVersion(call, input),
    ...(withoutSecrets(call.input, input) as object),
  })
  const name = me?.user_name ?? claimedName(input)
  await sql`select append_audit(${audit_id}, ${me?.user_id ?? null}, ${name}, ${call.name}, ${code},
    ${request.source}, ${request.user_agent.slice(0, 300)}, ${request.transid}, ${input_text}::jsonb, ${request.token})`.execute(
    db,
  )
}

/** The user name that the caller of an anonymous call claims to have. */
function claimedName(input: unknown): string | null {
  const { username, user_name } = (input ?? {}) as { username?: unknown; user_name?: unknown }
  const name = username ?? user_name
  return typeof name === 'string' ? name.slice(0, 100) : null
}

/** Logs that a write named no version, and so may have overwritten somebody else's change. */
function missingVersion(call: Call, input: unknown): { version?: null } {
  const { version } = (input ?? {}) as { version?: unknown }
  return 'version' in shapeOf(call.input) && version == null ? { version: null } : {}
}

/** Calls without the right are logged; a failed sign-in has already written its own row. */
function mustBeLogged(call: Call, failure: Failure): boolean {
  return failure.error === 'no_right' && call.may !== 'public'
}

async function logRefusal(
  db: Db,
  call: Call,
  me: Me | null,
  raw_input: Record<string, unknown>,
  request: RequestInfo,
  failure: Failure,
): Promise<void> {
  const result = check(call.input, sanitizeInput(call.input, inputIn(call, raw_input).raw))
  await inWriteTransaction(db, async (trx) => {
    const { audit_id } = await begin(trx, call, { by: anonymous_id, key: null }, {}, request)
    await appendAudit(trx, call, me, result.ok ? result.value : {}, request, audit_id, failure.code)
  })
}
