/** One intent, one effect: what `serve` promises of every call, shown with a few calls of its own on real tables. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, read, write } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import { id, optional, text } from '#contract/fields.ts'
import { accountPage } from '#features/access/pages.contract.ts'
import signInService from '#features/access/sign-in/sign-in.server.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { halfRequest } from '../testing/ask.ts'
import { openOffice, password, type Office, type Person } from '../testing/office.ts'
import { createClient } from './database/pool.ts'
import type { Db } from './database/transaction.ts'
import { serve, type Context } from './serve.ts'

const Store = z.object({ base_id: id(), base_name: text('Tên kho', 100) })
const store_input = { title: 'Mở kho', may: 'user', input: z.object({ base_name: text('Tên kho', 100) }) } as const
const store_call = { ...store_input, output: Store } as const

const store = calls('test/store', {
  open: write('POST open', { ...store_call, errors: ['file_exists'] }),
  openUnstored: write('POST open_unstored', { ...store_call, unstored: true }),
  openByAnyone: write('POST open_by_anyone', { ...store_call, may: 'public' }),
  openByRight: write('POST open_by_right', { ...store_call, may: accountPage.view }),
  /** Refused until a store with the code 'gate' is there. */
  openBehindGate: write('POST open_behind_gate', { ...store_call, errors: ['not_found'] }),
  knock: write('POST knock', { ...store_call, errors: ['not_found'] }),
  /** Refuses with an error that its contract does not declare. */
  balk: write('POST balk', store_call),
  lie: write('POST lie', { ...store_input, output: z.object({ base_id: id() }) }),
  boast: write('POST boast', { ...store_input, output: z.object({ base_name: text('Tên kho', 100) }) }),
  sneak: read('GET sneak', store_call),
  crash: write('POST crash', store_call),
  cross: write('POST cross', { ...store_input, input: z.object({ first: id(), second: id() }) }),
  quarrel: write('POST quarrel', store_call),
  quarrelForever: write('POST quarrel_forever', store_call),
  wait: write('POST wait', { ...store_input, input: z.object({ base_id: id() }) }),
  loseConnection: write('POST lose_connection', store_call),
  place: write('POST place', { ...store_input, input: z.object({ user_id: id(), base_id: optional(id('Kho')) }) }),
})

let store_count = 0
let attempts = 0
const insert = (db: Db, base_name: string, base_code = `K${++store_count}`) =>
  db
    .insertInto('base_store')
    .values({ base_code, base_name })
    .returning(['base_id', 'base_name'])
    .executeTakeFirstOrThrow()
const open = ({ db, input }: { db: Db; input: { base_name: string } }) => insert(db, input.base_name)
const rename = (db: Db, base_id: number) =>
  sql`update base_store set base_name = base_name || '.' where base_id = ${base_id}`.execute(db)
const raise = (db: Db, state: string) => sql`select test_raise(${state})`.execute(db)
const gate = async (db: Db) => (await sql`select from base_store where base_code = 'gate'`.execute(db)).rows.length > 0

async function openBehindGate({ db, input, fail }: Context<typeof store.openBehindGate>, commit: boolean) {
  const answer = await insert(db, input.base_name)
  if (!(await gate(db))) {
    if (commit) await sql`delete from base_store where base_id = ${answer.base_id}`.execute(db)
    fail('not_found', undefined, { commit })
  }
  return answer
}

const service = serve(store, {
  open,
  openUnstored: open,
  openByAnyone: open,
  openByRight: open,
  openBehindGate: (context) => openBehindGate(context, false),
  knock: (context) => openBehindGate(context, true),
  balk: (context) => open(context).then(() => Promise.reject(new Failure('file_exists'))),
  lie: async ({ db, input }) => ({ base_id: -(await insert(db, input.base_name)).base_id }),
  boast: open,
  // This table is not audited, so that nothing but the transaction's own mode forbids it.
  sneak: async ({ db, input }) => {
    await sql`update session set user_agent = ${input.base_name}`.execute(db)
    return { base_id: 1, base_name: input.base_name }
  },
  crash: async ({ db, input }) => {
    await insert(db, input.base_name)
    throw new Error(`secret detail of ${input.base_name}`)
  },
  cross: async ({ db, input }) => {
    attempts++
    await rename(db, input.first)
    await sleep(150)
    await rename(db, input.second)
    return null
  },
  quarrel: async ({ db, input }) => {
    const answer = await insert(db, input.base_name)
    if (++attempts < 3) await raise(db, '40001')
    return answer
  },
  quarrelForever: async ({ db, input }) => {
    attempts++
    const answer = await insert(db, input.base_name)
    await raise(db, '40001')
    return answer
  },
  wait: async ({ db, input }) => {
    await sql`set local lock_timeout = '100ms'`.execute(db)
    await rename(db, input.base_id)
    return null
  },
  loseConnection: async ({ db, input }) => {
    const answer = await insert(db, input.base_name)
    if (++attempts > 1) return answer
    // Only the owner may end its connections.
    await sql`set local role none`.execute(db)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
    return answer
  },
  place: async ({ db, input: { user_id, base_id } }) => {
    await sql`update app_user set base_id = ${base_id} where user_id = ${user_id}`.execute(db)
    return null
  },
})

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice([...signInService, ...service])
  const owner = createClient(office.database_url)
  await owner.connect()
  await owner.query(`create function test_raise(state text) returns void language plpgsql as $$
    begin raise exception 'raised by a test' using errcode = state; end $$`)
  await owner.end()
  an = await office.hire([])
})
afterAll(() => office.close())

let intents = 0
const intent = () => ({ transid: `y-dinh-${++intents}` })
const name = () => ({ base_name: `Kho ${++intents}` })
const count = async ({ base_name }: { base_name: string }) =>
  (await sql`select from base_store where base_name = ${base_name}`.execute(office.db)).rows.length
const entries = async ({ transid }: { transid: string }) =>
  await office.db.selectFrom('audit_log').select(['code', 'changes']).where('transid', '=', transid).execute()

test('the same transid with the same input gives the same answer and has one effect', async () => {
  const [input, intention] = [name(), intent()]
  const first = await an.raw(store.open, input, intention)
  const retry = await an.raw(store.open, { ...input, base_name: ` ${input.base_name} ` }, intention)
  expect(first.body.error.code).toBe(0)
  expect(retry.body).toEqual(first.body)
  expect(await count(input)).toBe(1)
  expect(await entries(intention)).toEqual([{ code: 0, changes: 1 }])
})

test('twenty concurrent copies of a call have one effect, and all get its answer', async () => {
  const [input, intention] = [name(), intent()]
  const answers = await Promise.all(Array.from({ length: 20 }, () => an.raw(store.open, input, intention)))
  expect(answers[0]!.body.error.code).toBe(0)
  for (const { body } of answers) expect(body).toEqual(answers[0]!.body)
  expect(await count(input)).toBe(1)
})

test('the same transid with another input, or for another call, is refused with 115', async () => {
  const [input, other, intention] = [name(), name(), intent()]
  await an.call(store.open, input, intention)
  await expect(an.call(store.open, other, intention)).rejects.toMatchObject({ code: 115 })
  await expect(an.call(store.openBehindGate, input, intention)).rejects.toMatchObject({ code: 115 })
  expect([await count(input), await count(other)]).toEqual([1, 0])
})

test('a call whose answer was lost gets it again with the same transid, and has one effect', async () => {
  const [input, intention] = [name(), intent()]
  const body = JSON.stringify({ ...input, ...intention, channel: 'CMS' })
  const cookie = [...an.cookies].map((pair) => pair.join('=')).join('; ')
  const head = `POST ${store.open.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${an.token}\r\ncookie: ${cookie}`
  const length = Buffer.byteLength(body)
  const partial_request = `${head}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${body}`
  const { socket, ended } = await halfRequest(office.url, partial_request)
  await expect.poll(() => count(input), { interval: 5 }).toBe(1)
  socket.destroy()
  await ended
  expect(await an.call(store.open, input, intention)).toMatchObject(input)
  expect(await count(input)).toBe(1)
})

test('the same transid of two persons has an effect for each', async () => {
  const [input, other, intention] = [name(), name(), intent()]
  const binh = await office.hire([])
  await an.call(store.open, input, intention)
  await binh.call(store.open, other, intention)
  expect([await count(input), await count(other)]).toEqual([1, 1])
})

test('the same transid with another password is refused with 115, and its digest is not a plain hash', async () => {
  const intention = intent()
  const cuc = await office.hire([])
  const change = (pass_new: string) => cuc.call(signIn.changePassword, { pass_old: password, pass_new }, intention)
  await change('Gió-mùa-99')
  await change('Gió-mùa-99')
  await expect(change('Gió-mùa-100')).rejects.toMatchObject({ code: 115 })
  const digest = sql<boolean>`digest = sha256(convert_to(${JSON.stringify({ pass_old: password, pass_new: 'Gió-mùa-99' })}, 'UTF8'))`
  const [stored] = await office.db
    .selectFrom('command')
    .select(digest.as('plain'))
    .where('transid', '=', intention.transid)
    .execute()
  expect(stored).toEqual({ plain: false })
})

test.each([
  ['rolled back', store.openBehindGate],
  ['kept in the log', store.knock],
])('after a refusal that is %s the same transid may be tried again', async (_, call) => {
  const [input, intention] = [name(), intent()]
  for (let round = 0; round < 2; round++)
    await expect(an.call(call, input, intention)).rejects.toMatchObject({ code: 9005 })
  expect(await count(input)).toBe(0)
  await office.write((db) => insert(db, 'Cổng', 'gate'))
  expect(await an.call(call, input, intention)).toMatchObject(input)
  await an.call(call, input, intention)
  expect(await count(input)).toBe(1)
  await office.write((db) => sql`delete from base_store where base_code = 'gate'`.execute(db))
})

test('a repeated unstored call has its effect again, and a repeated public call does not', async () => {
  const [input, intention] = [name(), intent()]
  for (const call of [store.openUnstored, store.openByAnyone, store.openUnstored, store.openByAnyone])
    await an.call(call, input, intention)
  expect(await count(input)).toBe(3)
})

test('a stored answer is refused once the right is taken away (169) or the account is locked (1)', async () => {
  const [input, intention] = [name(), intent()]
  const dung = await office.hire([accountPage.view])
  await dung.call(store.openByRight, input, intention)
  await office.write((db) => sql`delete from group_member where user_id = ${dung.user_id}`.execute(db))
  await expect(dung.call(store.openByRight, input, intention)).rejects.toMatchObject({ code: 169 })
  await office.write((db) => sql`update app_user set status = 0 where user_id = ${dung.user_id}`.execute(db))
  await expect(dung.call(store.openByRight, input, intention)).rejects.toMatchObject({ code: 1 })
})

test('an answer or a refusal that is not in the contract is a fault (500) and changes nothing', async () => {
  for (const call of [store.lie, store.boast, store.balk]) {
    const [input, intention] = [name(), intent()]
    const { status, body } = await an.raw(call, input, intention)
    expect([status, body.error.code, body.data]).toEqual([500, 5, null])
    expect([await count(input), await entries(intention)]).toEqual([0, []])
  }
})

test('a fault of a handler is answered with 500 without details and changes nothing', async () => {
  const [input, intention] = [name(), intent()]
  const { status, body } = await an.raw(store.crash, input, intention)
  expect([status, body.error.code]).toEqual([500, 5])
  expect(JSON.stringify(body)).not.toContain('secret')
  expect([await count(input), await entries(intention)]).toEqual([0, []])
})

test('a read cannot write', async () => {
  const input = name()
  const { status } = await an.raw(store.sneak, input)
  const { rows } = await sql`select from session where user_agent = ${input.base_name}`.execute(office.db)
  expect([status, rows]).toEqual([500, []])
})

test('two calls in a deadlock both succeed: the one that PostgreSQL cancels runs again from its beginning', async () => {
  const [a, b] = [await an.call(store.open, name()), await an.call(store.open, name())]
  attempts = 0
  const ids = { first: a.base_id, second: b.base_id }
  await Promise.all([an.call(store.cross, ids), an.call(store.cross, { first: ids.second, second: ids.first })])
  expect(attempts).toBe(3)
  for (const { base_name } of [a, b]) expect(await count({ base_name: `${base_name}..` })).toBe(1)
})

test('a call with a serialization failure is run again and has one effect', async () => {
  const [input, intention] = [name(), intent()]
  attempts = 0
  await an.call(store.quarrel, input, intention)
  expect([attempts, await count(input), await entries(intention)]).toEqual([3, 1, [{ code: 0, changes: 1 }]])
})

test('a call whose serialization failures do not end answers 503 with 4 after five attempts', async () => {
  const input = name()
  attempts = 0
  const { status, body } = await an.raw(store.quarrelForever, input)
  expect([status, body.error.code, attempts, await count(input)]).toEqual([503, 4, 5, 0])
})

test('a call that waits too long for a locked row answers 503 with 4, and its transid can be sent again', async () => {
  const [{ base_id, base_name }, intention] = [await an.call(store.open, name()), intent()]
  const holder = createClient(office.database_url)
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from base_store where base_id = $1 for update', [base_id])
  const { status, headers, body } = await an.raw(store.wait, { base_id }, intention)
  await holder.end()
  expect([status, body.error.code, headers.get('retry-after')]).toEqual([503, 4, '2'])
  await an.call(store.wait, { base_id }, intention)
  await an.call(store.wait, { base_id }, intention)
  expect(await count({ base_name: `${base_name}.` })).toBe(1)
})

test('a call that loses its connection answers 503 with 4, and its transid can be sent again', async () => {
  const [input, intention] = [name(), intent()]
  attempts = 0
  const { status, body } = await an.raw(store.loseConnection, input, intention)
  expect([status, body.error.code]).toEqual([503, 4])
  expect(await an.call(store.loseConnection, input, intention)).toMatchObject(input)
  expect(await count(input)).toBe(1)
})

test('an id of no row is refused at its field where its constraint names no error', async () => {
  const input = { user_id: an.user_id, base_id: 987_654 }
  await expect(an.call(store.place, input)).rejects.toMatchObject({
    code: 3,
    data: { fields: { base_id: expect.any(String) } },
  })
})

test('the database refuses a change outside a call, in every table but those that the engine keeps itself', async () => {
  const unaudited = new Set(
    `account_handling alarm alarm_mail report_mail audit_archive audit_change audit_head audit_log command known_device list_preference notification notification_mute page page_role password_proof result_feed_source rights_stamp schema_migration session sign_in_try
    ticket_upload ticket_upload_fault program_key gateway_answer webhook_event
    sale_day_play sale_delta sale_fold sale_play sale_play_delta sale_sum`.split(/\s+/),
  )
  const { rows } = await sql<{ name: string; audited: boolean }>`
    select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname in ('audited', 'in_call')) as audited
    from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace order by 1`.execute(
    office.db,
  )
  expect(rows.filter((table) => !table.audited && !unaudited.has(table.name))).toEqual([])
  for (const statement of [
    sql`insert into base_store (base_code, base_name) values ('lậu', 'Kho lậu')`,
    sql`update base_store set base_name = 'Kho lậu'`,
    sql`delete from base_store`,
    sql`insert into stock (open_date, area_id, base_id) values (current_date, 1, 1)`,
    sql`delete from xskt_ticket`,
    sql`update audit_log set code = 0`,
    sql`delete from audit_change`,
  ])
    await expect(statement.execute(office.db)).rejects.toMatchObject({ code: '42501' })
})

test('a change on a connection whose call is over is refused: it counts as outside a call', async () => {
  const input = name()
  await an.call(store.open, input)
  // The number of the audited write ends with its transaction: the next statement on the same connection stands outside.
  for (let connection = 0; connection < 5; connection++)
    await expect(insert(office.db, input.base_name)).rejects.toMatchObject({ code: '42501' })
})
