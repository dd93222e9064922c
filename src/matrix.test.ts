/**
 * Who may do what to which rows, decided cell by cell: every guarded call × every right there is, and every id that a call takes × every
 * kind of person who does not see all rows. A row that someone does not see is answered exactly like one that does not exist.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { defOf, bare, isOptional, shapeOf } from '#contract/fields.ts'
import { rightKey, rightsIn, type Right } from '#contract/page.ts'
import { audit } from '#features/access/audit/audit.contract.ts'
import { shownRecords } from '#features/access/audit/audit-records.rules.ts'
import { scoped_tables } from '#server/scope.ts'
import { asProgram } from '#server/serve.ts'
import { menu, services } from './services.ts'
import { validInput } from './testing/arbitrary.ts'
import { openOffice, type Office, type Person, type Raw } from './testing/office.ts'
import type { Db } from '#server/database/transaction.ts'

const calls = services.map(({ call }) => call)
const every_right = menu.flatMap(({ pages }) => pages.flatMap(({ rights }) => rights))
const guarded = calls.filter(({ may }) => may !== 'public' && may !== 'user')

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
const cells = { rights: 0, ids: 0 }
afterAll(async () => {
  console.log(`matrix: ${cells.rights} cells of calls and rights, ${cells.ids} of calls, ids and scopes decided`)
  await office.close()
})

describe('every call asks for its right', () => {
  const holders = [null, ...new Map(every_right.map((right) => [rightKey(right), right])).values(), 'admin'] as const
  const nameOf = (holder: Right | 'admin' | null) =>
    holder === null ? 'nobody' : holder === 'admin' ? 'admin' : rightKey(holder)

  test.each(holders.map((holder) => [nameOf(holder), holder] as const))('as %s', async (_, holder) => {
    const person = await office.hire(holder === null ? [] : holder === 'admin' ? 'admin' : [holder])
    const wrong: string[] = []
    for (const call of guarded) {
      const asked = rightsIn(call.may)
      const expected =
        holder === 'admin' ||
        (holder !== null && call.may !== 'admin' && asked.some((right) => rightKey(right) === rightKey(holder)))
      // Nonsense, so that what is allowed goes no further than the check of its input.
      const nonsense = Object.fromEntries(Object.keys(shapeOf(call.input)).map((name) => [name, '\u0001']))
      const { body } = await person.raw(call, nonsense)
      if ((body.error.code !== 169) !== expected) wrong.push(`${call.name} → ${body.error.code}`)
      cells.rights++
    }
    expect(wrong).toEqual([])
  })
})

const keys = [
  'partner_id',
  'pos_group_id',
  'pos_id',
  'partner_bank_id',
  'pos_bank_id',
  'device_id',
  'user_pos_id',
  'user_id',
] as const
/** Ids of one world by the names under which calls take them. */
type Ids = Record<string, number>
const nowhere = 2_000_000_000
/** Stands in every name of the foreign world: of its agent, and of its store. */
const stranger = 'khuatmat'
const strange_store = 'khovang'

/** An agent with a shop that has everything, and an account of its own. */
async function world(name: string, group_name: string): Promise<Ids> {
  return asProgram(office.db, 'program test', async (db) => {
    const one = async (query: ReturnType<typeof sql<Ids>>) =>
      (await query.execute(db)).rows[0] as Record<(typeof keys)[number], number>
    const { partner_id } = await one(
      sql`insert into partner (partner_code, partner_name) values (${name}, ${name}) returning partner_id`,
    )
    const { pos_group_id } = await one(
      sql`insert into pos_group (pos_group_name) values (${group_name}) returning pos_group_id`,
    )
    const { pos_id } = await one(
      sql`insert into pos (pos_code, pos_name, address, province_id, district_id, partner_id, pos_group_id)
        values (${name}, ${name}, '1 Lê Lợi', 79, 760, ${partner_id}, ${pos_group_id}) returning pos_id`,
    )
    const account = sql`1, 1, '0123456789', 'NGUYEN VAN A'`
    const { partner_bank_id } = await one(
      sql`insert into partner_bank (partner_id, account_type, bank_id, account_number, account_name)
        values (${partner_id}, ${account}) returning partner_bank_id`,
    )
    const { pos_bank_id } = await one(
      sql`insert into pos_bank (pos_id, account_type, bank_id, account_number, account_name)
        values (${pos_id}, ${account}) returning pos_bank_id`,
    )
    const { device_id } = await one(
      sql`insert into pos_device (pos_id, device_code, device_name, device_type)
        values (${pos_id}, ${name}, 'Máy bán vé', 1) returning device_id`,
    )
    const { user_pos_id } = await one(
      sql`insert into user_pos (pos_id, user_name, full_name, role, password_hash)
        values (${pos_id}, ${`quay.${name}`}, 'Lê Thị Quầy', 2, '') returning user_pos_id`,
    )
    const { user_id } = await one(
      sql`insert into app_user (user_name, full_name, password_hash, status, partner_id)
        values (${`nv.${name}`}, 'Trần Văn Hành', '', 1, ${partner_id}) returning user_id`,
    )
    return { partner_id, pos_group_id, pos_id, partner_bank_id, pos_bank_id, device_id, user_pos_id, user_id }
  })
}

/** A store in charge of one station, with an account of its own and some of everything for the station's next draw. */
async function store(name: string, area_id: number): Promise<Ids> {
  return asProgram(office.db, 'program test', async (db) => {
    const base_id = await idOf(
      db,
      sql`insert into base_store (base_code, base_name) values (${name}, ${name}) returning base_id as id`,
    )
    await sql`insert into base_store_area (area_id, base_id) values (${area_id}, ${base_id})`.execute(db)
    const base_user_id = await idOf(
      db,
      sql`insert into app_user (user_name, full_name, password_hash, status, base_id)
        values (${`kho.${name}`}, ${name}, '', 1, ${base_id}) returning user_id as id`,
    )
    const draw = sql`(select period_id, area_id, open_date from draw_period where area_id = ${area_id} order by open_date limit 1) d`
    const added = (insert: ReturnType<typeof sql>) => idOf(db, insert)
    const ticket_import_id = await added(
      sql`insert into ticket_import (base_id, area_id, open_date, period_id, source, line_count, quantity, amount, note)
        select ${base_id}, area_id, open_date, period_id, 1, 1, 5, 50000, ${name} from ${draw} returning ticket_import_id as id`,
    )
    await sql`insert into ticket_import_line select open_date, ${ticket_import_id}, '123456', '', 5, 10000 from ${draw}`.execute(
      db,
    )
    await sql`select move_stock(d.open_date, d.area_id, ${base_id}, 1::smallint, 5, 1, null, null, ${name}, null) from ${draw}`.execute(
      db,
    )
    const xsdt_ticket_id = await added(
      sql`insert into xskt_ticket (open_date, area_id, base_id, number, series, face_value, price, imported, in_stock)
        select open_date, area_id, ${base_id}, '654321', '', 10000, 10000, 5, 5 from ${draw} returning xsdt_ticket_id as id`,
    )
    const ticket_group_import_id = await added(
      sql`insert into ticket_group_import (base_id, area_id, open_date, period_id, set_count, quantity, amount, note)
        select ${base_id}, area_id, open_date, period_id, 1, 11, 110000, ${name} from ${draw} returning ticket_group_import_id as id`,
    )
    const ticket_group_id = await added(
      sql`insert into ticket_group (ticket_group_import_id, base_id, area_id, open_date, kind, number, series_count, price)
        select ${ticket_group_import_id}, ${base_id}, area_id, open_date, 1, '222222', 11, 110000 from ${draw} returning ticket_group_id as id`,
    )
    const upload_id = await added(
      sql`insert into ticket_upload (base_id, area_id, open_date, period_id, file_name, file_digest, file_size, created_by)
        select ${base_id}, area_id, open_date, period_id, ${`${name}.csv`}, '', 1, ${base_user_id} from ${draw} returning upload_id as id`,
    )
    const of_tickets = { ticket_import_id, xsdt_ticket_id, ticket_group_import_id, ticket_group_id, upload_id }
    return { base_id, base_user_id, area_id, ...of_tickets }
  })
}

async function idOf(db: Db, insert: ReturnType<typeof sql>): Promise<number> {
  return ((await insert.execute(db)).rows[0] as { id: number }).id
}

/** Values that go with one another, so that an input fails for its id and for nothing else. */
const facts = {
  province_id: 79,
  district_id: 760,
  bank_id: 1,
  type: 1,
  account_type: 3,
  schedule_id: null,
  roles: [],
  tickets: [{ number: '123456', quantity: 1 }],
  version: 1,
  password: 'Đường-hoa-72',
  new_pass: null,
  list_group: [],
  page_index: 1,
  part: null,
  expected: 1,
  filter: null,
}
/** Names under which calls take an id of another kind, or several at once. */
const aliases: Record<string, (ids: Ids) => unknown> = {
  UserID: ({ user_id }) => user_id,
  only_id: ({ partner_id }) => partner_id,
  pos_ids: ({ pos_id }) => [pos_id],
  area_ids: ({ area_id }) => [area_id],
  ticket_import_ids: ({ ticket_import_id }) => [ticket_import_id],
  ticket_group_import_ids: ({ ticket_group_import_id }) => [ticket_group_import_id],
}
/** What a bulk action's `ids` are of. */
const bulkKeyOf = (call: Call) =>
  call.name.includes('ticket_import/')
    ? 'ticket_import_id'
    : call.name.includes('ticket_group/')
      ? 'ticket_group_import_id'
      : 'user_id'

describe('every id that is out of scope is one that does not exist', () => {
  let own: Ids
  let foreign: Ids
  const people: Record<string, Person> = {}

  beforeAll(async () => {
    own = { ...(await world('nha', 'Nhóm 1')), ...(await store('khonha', 21)) }
    foreign = { ...(await world(stranger, 'Nhóm 2')), ...(await store(strange_store, 22)) }
    const { bank_config_id } = await asProgram(office.db, 'program test', (db) =>
      db
        .insertInto('bank_config')
        .values({ type: 1, bank_id: 1, account_number: '0001112223', account_name: 'CONG TY' })
        .returning('bank_config_id')
        .executeTakeFirstOrThrow(),
    )
    foreign.bank_config_id = bank_config_id
    people.operator = await office.hire(every_right, { partner_id: own.partner_id! })
    people.limited = await office.hire(every_right)
    people['limited operator'] = await office.hire(every_right, { partner_id: own.partner_id! })
    people.keeper = await office.hire(every_right, { base_id: own.base_id! })
    const ids = [people.limited.user_id, people['limited operator'].user_id]
    await asProgram(office.db, 'program test', async (db) => {
      for (const user_id of ids) {
        await db.insertInto('data_scope').values({ user_id, is_limited: true }).execute()
        await db.insertInto('data_scope_group').values({ user_id, pos_group_id: own.pos_group_id! }).execute()
      }
    })
  })

  const of_agents = [
    'partner_id',
    'pos_id',
    'partner_bank_id',
    'pos_bank_id',
    'device_id',
    'user_pos_id',
    'user_id',
    'UserID',
    'only_id',
    'pos_ids',
  ]
  const of_stores = [
    'base_id',
    'base_user_id',
    'ticket_import_id',
    'ticket_import_ids',
    'xsdt_ticket_id',
    'ticket_group_import_id',
    'ticket_group_import_ids',
    'ticket_group_id',
    'upload_id',
  ]
  /** Which rows who does not see: the business's own banks are no matter of points of sale, nor are they of stores. */
  const unseen: Record<string, readonly string[]> = {
    operator: [...of_agents, ...of_stores, 'bank_config_id'],
    limited: of_agents,
    'limited operator': [...of_agents, ...of_stores, 'bank_config_id'],
    keeper: [...of_stores, 'user_id'],
  }
  /** The names that nothing may tell to whom. */
  const strangersOf = (who: string) =>
    who === 'keeper' ? [strange_store] : who === 'limited' ? [stranger] : [stranger, strange_store]
  const rows = Object.entries(unseen).flatMap(([who, names]) =>
    calls
      .filter(({ may }) => may !== 'public' && may !== 'admin')
      .flatMap((call) =>
        Object.keys(shapeOf(call.input))
          .filter((name) => names.includes(name === 'ids' ? bulkKeyOf(call) : name) && isId(call, name))
          .map((name) => [who, call.name, name, call] as const),
      ),
  )

  test.each(rows)('%s: %s with a foreign %s', async (who, _, name, call) => {
    const person = people[who]!
    const before = await stateOf(foreign)
    const known = ownOf(who, call)
    const missing = await person.raw(call, inputFor(call, known, name, nowhere))
    // Where the id is only a note, the write is made both times, each with names of its own.
    const is_note = call.kind === 'write' && missing.body.error.code === 0
    const answer = await person.raw(call, inputFor(call, known, name, valueOf(name, foreign, call), is_note ? 8 : 7))
    if (!call.stream) expect(wrongFields(missing.body, name), 'the input is good but for its id').toEqual([])
    expect(is_note ? answer.body.error : answer.body).toEqual(is_note ? missing.body.error : missing.body)
    expect(await stateOf(foreign)).toEqual(before)
    cells.ids++
  })

  const histories = Object.entries(unseen).flatMap(([who, names]) =>
    Object.entries(shownRecords)
      .filter(([, { key }]) => names.includes(key))
      .map(([table, { key }]) => [who, table, key] as const),
  )

  test.each(histories)('%s: the history of a foreign row of %s', async (who, table_name, key) => {
    const historyOf = (id: number) => people[who]!.raw(audit.history, { table_name, row_id: String(id) })
    expect((await historyOf(foreign[key]!)).body).toEqual((await historyOf(nowhere)).body)
    cells.ids++
  })

  const reads = Object.keys(unseen).flatMap((who) =>
    calls
      .filter(({ kind, may }) => kind === 'read' && may !== 'public' && may !== 'admin')
      .map((call) => [who, call.name, call] as const),
  )

  test.each(reads)('%s: nothing that %s answers names a stranger', async (who, _, call) => {
    const shape = shapeOf(call.input)
    const asked = inputFor(call, ownOf(who, call), '', undefined)
    const needed = Object.entries(asked).filter(([name]) => shape[name] && !isOptional(shape[name]))
    const names = strangersOf(who)
    const words = !shape.keyword ? [undefined] : isOptional(shape.keyword) ? [undefined, ...names] : names
    for (const keyword of words) {
      const { body } = await people[who]!.raw(call, { ...Object.fromEntries(needed), page_size: 300, keyword })
      expect(body.error.code).not.toBe(3)
      for (const name of names) expect(JSON.stringify(body.data)).not.toContain(name)
    }
    cells.ids++
  })

  function isId(call: Call, name: string): boolean {
    const { type, element } = defOf(bare(shapeOf(call.input)[name]!))
    return type === 'number' || (type === 'array' && defOf(bare(element!)).type === 'number')
  }

  function valueOf(name: string, ids: Ids, call: Call): unknown {
    return name === 'ids' ? [ids[bulkKeyOf(call)]] : (aliases[name]?.(ids) ?? ids[name])
  }

  /** Who sees no store names none, where none need be named. */
  function ownOf(who: string, call: Call): Ids {
    const field = shapeOf(call.input).base_id
    return who === 'keeper' || !field || !isOptional(field) ? own : { ...own, base_id: null! }
  }

  /** The fields beside this one for which an input was refused; the whole input where it was for none in particular. */
  function wrongFields({ error, data }: Raw['body'], name: string): string[] {
    if (error.code !== 3) return []
    const { fields } = (data ?? {}) as { fields?: Record<string, string> }
    return fields ? Object.keys(fields).filter((field) => field !== name) : [error.message]
  }

  function inputFor(call: Call, ids: Ids, name: string, value: unknown, seed = 7): Record<string, unknown> {
    const shape = shapeOf(call.input)
    const [sample] = fc.sample(validInput(call), { seed, numRuns: 1 })
    const known = Object.keys(shape).flatMap((key) => {
      const given = key in facts ? facts[key as keyof typeof facts] : valueOf(key, ids, call)
      return given === undefined ? [] : [[key, given]]
    })
    const wanted = shape[name] && defOf(bare(shape[name])).type === 'array' ? [value].flat() : value
    const input = { ...sample, ...Object.fromEntries(known), ...(shape[name] && { [name]: wanted }) }
    return Object.fromEntries(Object.entries(input).filter(([, one]) => one !== null))
  }

  /** Everything that there is of that world. */
  async function stateOf({ partner_id, pos_id, user_id, base_id }: Ids): Promise<unknown> {
    const state: Record<string, unknown> = {}
    for (const table of scoped_tables) {
      const { rows: found } = await sql<{ row: unknown }>`
        select to_jsonb(t) as row from ${sql.table(table)} t
        where to_jsonb(t) ->> 'partner_id' = ${String(partner_id)} or to_jsonb(t) ->> 'pos_id' = ${String(pos_id)}
          or to_jsonb(t) ->> 'user_id' = ${String(user_id)} or to_jsonb(t) ->> 'base_id' = ${String(base_id)} or ${table === 'bank_config'}
        order by 1`.execute(office.db)
      state[table] = found
    }
    return state
  }
})

test('every table of a scope has an id that the matrix tries', () => {
  const tried = new Set(calls.flatMap((call) => Object.keys(shapeOf(call.input))))
  const key_of = {
    app_user: 'user_id',
    partner: 'partner_id',
    partner_bank: 'partner_bank_id',
    pos: 'pos_id',
    pos_bank: 'pos_bank_id',
    pos_device: 'device_id',
    user_pos: 'user_pos_id',
    bank_config: 'bank_config_id',
    base_store: 'base_id',
    ticket_import: 'ticket_import_id',
    xskt_ticket: 'xsdt_ticket_id',
    stock: 'base_id',
    stock_movement: 'base_id',
    ticket_group_import: 'ticket_group_import_id',
    ticket_group: 'ticket_group_id',
    ticket_upload: 'upload_id',
  }
  expect(scoped_tables.filter((table) => !tried.has(key_of[table]))).toEqual([])
})
