/**
 * Fuzzes every call with inputs generated from its schema: valid ones, ones with a broken field, and hostile ones. No input may crash a call, make
 * its response violate the contract, or leave changes behind when it is refused. TEST_SEED repeats a run.
 */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { channel, check, toBody } from '#contract/wire.ts'
import { forgetCounts } from '#server/http/rate-limit.ts'
import { newCaptcha } from '#server/session/captcha.ts'
import { passwordKey } from '#server/session/password.ts'
import { startSession } from '#server/session/session.ts'
import { ticketGroup } from '#features/tickets/ticket-group/ticket-group.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { menu, services } from './services.ts'
import { ask, type Reply } from './testing/ask.ts'
import { drillSize } from './testing/drill-size.ts'
import { inputsOf, validInput, type GeneratedInput, type Lures } from './testing/arbitrary.ts'
import { openOffice, password, type Office, type Person } from './testing/office.ts'
import { dayFromNow, openStore, setPeriod, stations } from './testing/tickets.ts'

const seed = Number(process.env.TEST_SEED)
/** Inputs per call. */
const runs = drillSize('INPUTS', 40)
const max_call_ms = 5_000
const parallel_calls = 4
/** The server takes three files per person, one after the other, and frees a slot only after the response, so only two are sent or fetched at once. */
const parallel_files = 2

let office: Office
let partner_id: number
const counts = { inputs: 0, done: 0, refused: 0, slowest_ms: 0 }

beforeAll(async () => {
  office = await openOffice()
  partner_id = await office.write(async (db) => {
    const values = { partner_code: 'DL1', partner_name: 'Đại lý Trường Phát' }
    await sql`insert into schedule (schedule_name, from_hour, to_hour) values ('Ca sáng', 6, 14)`.execute(db)
    return (await db.insertInto('partner').values(values).returning('partner_id').executeTakeFirstOrThrow()).partner_id
  })
  for (const caller of [hire_by_caller.admin, hire_by_caller.operator, hire_by_caller.operator]) await caller()
  await stockUp()
})
afterAll(async () => {
  console.log(`fuzz: TEST_SEED=${seed} ${JSON.stringify(counts)}`)
  await office.close()
})

/** Creates a store with tickets and ticket groups, some in stock and some pending approval. */
async function stockUp(): Promise<void> {
  await openStore(office, [stations.tphcm, stations.dongthap])
  await openStore(office, [stations.hanoi], { auto_approve: true, partial_import: true })
  const place = { area_id: stations.tphcm, open_date: await dayFromNow(office.db, 1) }
  await setPeriod(office, place.area_id, place.open_date, 'open')
  const [maker, checker] = [await hire_by_caller.admin(), await hire_by_caller.admin()]
  for (const first of [100_100, 100_200, 100_300]) {
    const tickets = Array.from({ length: 5 }, (_, n) => ({ number: String(first + n), quantity: 5 }))
    const slip = await maker.call(ticketImport.create, { ...place, tickets })
    const sets = await maker.call(ticketGroup.add, {
      ...place,
      tickets: [{ number: String(first).slice(1), price: 1_100_000 }],
    })
    if (first === 100_300) continue
    await checker.call(ticketImport.approve, { ticket_import_id: slip.ticket_import_id })
    await checker.call(ticketGroup.approve, { ticket_group_import_ids: [sets.ticket_group_import_id] })
  }
}

const every_right = menu.flatMap(({ pages }) => pages.flatMap(({ rights }) => rights))

/** Hires a person under a name that no generated input can have taken or locked behind a captcha. */
async function hire(...[rights, options]: Parameters<Office['hire']>): Promise<Person> {
  await sql`delete from sign_in_try`.execute(office.db)
  const user_name = `fuzz${randomUUID().replaceAll('-', '').slice(0, 12)}`
  return office.hire(rights, { ...options, user_name })
}

/** Callers: an administrator, a partner's operator and a store's person with all rights, and for public calls a stranger. */
const hire_by_caller = {
  admin: () => hire('admin'),
  operator: () => hire(every_right, { partner_id }),
  keeper: () => hire(every_right, { base_id: 1 }),
  stranger: async () => office.stranger,
}
type Caller = keyof typeof hire_by_caller
const callersOf = (call: Call): Caller[] => (call.may === 'public' ? ['stranger'] : ['admin', 'operator', 'keeper'])

/** Keys and values that exist in the database, so that inputs get past the first look-up. */
async function findLures(): Promise<Lures> {
  const column = async (name: string, table: string) => {
    const random = sql<{ value: unknown }>`
      select ${sql.ref(name)} as value from ${sql.table(table)} order by random() limit 10`
    return (await random.execute(office.db)).rows.map(({ value }) => value)
  }
  const [user_ids, user_names] = [await column('user_id', 'app_user'), await column('user_name', 'app_user')]
  return {
    user_id: user_ids,
    user_name: user_names,
    username: user_names,
    password: [password],
    pass_old: [password],
    group_id: await column('group_id', 'user_group'),
    session_id: await column('session_id', 'session'),
    audit_id: await column('audit_id', 'audit_log'),
    page_id: await column('page_id', 'page'),
    table_name: ['app_user', 'user_group', 'group_member'],
    row_id: user_ids.map(String),
    version: [1, 2],
    base_id: await column('base_id', 'base_store'),
    area_id: [stations.tphcm, stations.dongthap, stations.hanoi],
    open_date: [await dayFromNow(office.db, 1), await dayFromNow(office.db, 2)],
    ticket_import_id: await column('ticket_import_id', 'ticket_import'),
    ticket_group_id: await column('ticket_group_id', 'ticket_group'),
    ticket_group_import_id: await column('ticket_group_import_id', 'ticket_group_import'),
    xsdt_ticket_id: await column('ticket_id', 'xskt_ticket'),
    upload_id: await column('upload_id', 'ticket_upload'),
    base_user_id: user_ids,
    number: [...(await column('number', 'xskt_ticket')), ...(await column('number', 'ticket_group'))],
    // Every captcha_id below has these characters, so that some inputs solve their captcha.
    captcha: ['ABC234'],
    captcha_id: Array.from({ length: 40 }, () => newCaptcha('ABC234').captcha_id),
  }
}

interface Answer {
  generated: GeneratedInput
  transid: string
  reply: Reply
  code: number
  ms: number
}

/** Placeholder for the body of a file download. */
const sent_file = JSON.stringify({ error: { code: 0, message: 'Thành công' }, data: null })

async function make(call: Call, from: Person, generated: GeneratedInput): Promise<Answer> {
  const transid = randomUUID()
  const since = performance.now()
  const reply = await send(call, from, generated.input, transid)
  const ms = performance.now() - since
  if (call.download && /^(PK|%PDF)/.test(reply.text)) reply.text = sent_file
  return {
    generated,
    transid,
    reply,
    code: (JSON.parse(reply.text) as { error: { code: number } }).error.code,
    ms,
  }
}

async function send(call: Call, from: Person, input: Record<string, unknown>, transid: string): Promise<Reply> {
  const path = office.url + call.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(plain(input[name])))
  const headers = {
    ...(from.token && { authorization: `Bearer ${from.token}` }),
    ...(from.cookies.size > 0 && { cookie: [...from.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
  }
  if (call.method === 'GET' || call.method === 'DELETE' || call.stream) {
    const query = new URLSearchParams({ channel, transid })
    // A list is sent as repeated keys, which also produces lists where single values are expected.
    const pairs = Object.entries(input).flatMap(([name, value]) => [value].flat().map((item) => [name, item] as const))
    for (const [name, item] of pairs.slice(0, 60)) if (item != null) query.append(name, plain(item).slice(0, 2_000))
    const file = { 'content-type': 'application/octet-stream', 'x-file-name': 've.csv' }
    if (call.stream)
      return ask(`${path}?${query}`, {
        method: call.method,
        headers: { ...headers, ...file },
        body: 'number\n123456\n',
      })
    return ask(`${path}?${query}`, { method: call.method, headers })
  }
  const fields = Object.entries(toBody(call, input))
  const marked = Object.fromEntries([...fields, ['channel', channel], ['transid', transid]])
  if (call.file) {
    const form = new Response(formOf(marked))
    const content = { 'content-type': form.headers.get('content-type')! }
    return ask(path, {
      method: call.method,
      headers: { ...headers, ...content },
      body: Buffer.from(await form.arrayBuffer()),
    })
  }
  const content = { 'content-type': 'application/json' }
  return ask(path, { method: call.method, headers: { ...headers, ...content }, body: JSON.stringify(marked) })
}

/** A PNG of one white pixel. */
const white_pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The input as a form with a picture; with an unusual file name the content is not a picture. */
function formOf(input: Record<string, unknown>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) if (value != null) form.append(name, plain(value).slice(0, 9_000))
  const name = plain(input.file_name ?? 'anh.png').slice(0, 300)
  const bytes = /[<%'"\\]/.test(name) ? Buffer.from(name) : Buffer.from(white_pixel, 'base64')
  form.append('file', new Blob([bytes]), name)
  return form
}

function plain(value: unknown): string {
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()
}

/** Allowed status codes other than 200: URL or query too long, and too many failed sign-ins. */
const statuses: Record<number, number[]> = {
  [errors.request_invalid[0]]: [200, 414, 431],
  [errors.too_many_attempts[0]]: [429],
}

const always = ['request_invalid', 'request_exists', 'no_right', 'password_change_required', 'token_invalid'] as const
const codesOf = (call: Call) =>
  new Set([0, ...[...always, ...call.errors, ...fieldErrors(call)].map((name) => errors[name][0])])
const fieldErrors = (call: Call) => Object.values(shapeOf(call.input)).flatMap((field) => infoOf(field)?.error ?? [])

function expectSane(call: Call, { generated, reply, code, ms }: Answer): void {
  const description = `${call.name} ${JSON.stringify(generated).slice(0, 1_000)} TEST_SEED=${seed} → ${reply.status} ${reply.text.slice(0, 300)}`
  const { error, data, ...more } = JSON.parse(reply.text) as { error: { code: number; message: string }; data: unknown }
  // The multipart parser refuses a form with a field named like a property of Object.prototype.
  const odd_form = call.file === true && reply.status === 400
  expect(odd_form ? [400] : (statuses[code] ?? [200]), description).toContain(reply.status)
  expect([Object.keys(error), more, typeof data], description).toEqual([['code', 'message'], {}, 'object'])
  expect(error.message, description).toMatch(/[À-ỹ]/)
  expect([...codesOf(call)], description).toContain(code)
  expect(ms, description).toBeLessThan(max_call_ms)
}

/** A slip that cannot be added to stock is marked as failed, and that mark is kept. */
const kept_refusal = errors.ticket_import_failed[0]

/** Changes left behind by refused calls, except for the audit log row of the refusal. */
async function changesLeftBehind(answers: Answer[]): Promise<unknown[]> {
  const refused = answers.filter(({ code }) => code !== 0).map(({ transid }) => transid)
  const commands = await sql`select transid, call from command where transid = any(${refused})`.execute(office.db)
  const changes = await sql`select c.*, l.code from audit_change c left join audit_log l using (audit_id)
    where l.audit_id is null or l.code not in (0, ${kept_refusal})`.execute(office.db)
  return [...commands.rows, ...changes.rows]
}

/** Opens a new session, or hires a new person, when a call has ended the session or changed the account. */
async function renewCaller(caller: Caller, person: Person): Promise<Person> {
  const { rows } = await sql<{ fit: boolean; password_hash: string }>`
    select password_hash, status = 1 and deleted_at is null and not must_change_password as fit from app_user where user_id = ${person.user_id}`.execute(
    office.db,
  )
  if (!rows[0]?.fit) return hire_by_caller[caller]()
  const key = await passwordKey(rows[0].password_hash, password)
  const start = { user_id: person.user_id, key, source: '127.0.0.1', user_agent: 'fuzz', partner_cookie: null }
  const limits = {
    session_idle_minutes: 30,
    session_absolute_hours: 12,
    max_sessions: 10,
    handled_days: 7,
    proof_minutes: 600,
  }
  // Opening a session may end an older one, which would count as a change left behind.
  person.token = await office.write((db) => startSession(db, start, limits))
  if (person.token === null) return hire_by_caller[caller]()
  return person
}

/** Callers are reused for all calls, each time with a new session, because the sign-in rate limit allows only a few sign-ins a minute. */
const hired = new Map<Caller, Person>()

async function callerFor(caller: Caller): Promise<Person> {
  const existing = hired.get(caller)
  const person =
    existing && caller !== 'stranger' ? await renewCaller(caller, existing) : await hire_by_caller[caller]()
  hired.set(caller, person)
  return person
}

async function feed(call: Call, caller: Caller, inputs: readonly GeneratedInput[]): Promise<Answer[]> {
  let person = await callerFor(caller)
  const answers: Answer[] = []
  const together = call.download || call.stream ? parallel_files : parallel_calls
  for (let from = 0; from < inputs.length; from += together) {
    // Far more calls a minute than one address may make.
    forgetCounts()
    const some = await Promise.all(inputs.slice(from, from + together).map((input) => make(call, person, input)))
    answers.push(...some)
    const locked_out = [errors.token_invalid[0], errors.password_change_required[0]] as number[]
    if (some.some(({ code }) => locked_out.includes(code)))
      hired.set(caller, (person = await renewCaller(caller, person)))
  }
  return answers
}

const calls = services.map(({ call }) => call)
const isInvalid = ({ code }: Answer) => code === errors.request_invalid[0]

test('the inputs generated as valid pass the validation of their call', () => {
  for (const call of calls) {
    for (const input of fc.sample(validInput(call), { seed, numRuns: 30 })) {
      const verdict = check(call.input, input)
      expect(verdict, `${call.name} ${JSON.stringify(input)} TEST_SEED=${seed}`).toMatchObject({ ok: true })
    }
  }
})

test.each(calls.map((call) => [call.name, call] as const))(
  '%s answers every generated input within its contract, and a refusal leaves no change',
  async (_, call) => {
    const callers = callersOf(call)
    const answers: Answer[] = []
    const numRuns = Math.ceil(runs / callers.length)
    for (const caller of callers)
      answers.push(...(await feed(call, caller, fc.sample(inputsOf(call, await findLures()), { seed, numRuns }))))
    // Calls whose fields depend on one another get more inputs until one is valid.
    for (let round = 1; round <= 25 && answers.every(isInvalid); round++) {
      const valid = fc.sample(validInput(call, await findLures()), { seed: seed + round, numRuns })
      answers.push(
        ...(await feed(
          call,
          callers[0]!,
          valid.map((input) => ({ sort: 'valid' as const, input })),
        )),
      )
    }
    for (const answer of answers) expectSane(call, answer)
    expect(await changesLeftBehind(answers)).toEqual([])
    // At least one input must pass validation, or the handler has not been tested.
    expect(answers.every(isInvalid)).toBe(false)
    counts.inputs += answers.length
    counts.done += answers.filter(({ code }) => code === 0).length
    counts.refused += answers.filter(({ code }) => code !== 0).length
    counts.slowest_ms = Math.max(counts.slowest_ms, ...answers.map(({ ms }) => Math.round(ms)))
  },
)
