/**
 * Data scope of every call: every id that a call takes × every kind of person with a limited scope. A row outside the scope must be answered exactly
 * like a row that does not exist.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { defOf, unwrap, isOptional, shapeOf } from '#contract/schema.ts'
import { recordHistory } from '#features/access/audit/record-history.contract.ts'
import { shownRecords } from '#features/access/audit/audited.contract.ts'
import { scoped_tables } from '#server/scope.ts'
import { menu, services } from './services.ts'
import { validInput } from './testing/arbitrary.ts'
import { openOffice, type Office, type Person, type RawAnswer } from './testing/office.ts'
import {
  customerWorld,
  of_partners,
  of_customers,
  of_stores,
  partnerWorld,
  storeWorld,
  type Ids,
} from './testing/worlds.ts'

const calls = services.map(({ call }) => call)
const every_right = menu.flatMap(({ pages }) => pages.flatMap(({ rights }) => rights))

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
let cells = 0
afterAll(async () => {
  console.log(`matrix: ${cells} cells of calls, ids and scopes decided`)
  await office.close()
})

const missing_id = 2_000_000_000
/** Part of every name in the foreign data set: of its partner, and of its store. */
const stranger = 'khuatmat'
const strange_store = 'khovang'
const strange_customer = 'khachvang'

/** Consistent values, so that an input can fail only because of its id. */
const consistent_values = {
  province_id: 79,
  district_id: 760,
  bank_id: 1,
  type: 1,
  account_type: 3,
  schedule_id: null,
  roles: [],
  tickets: [{ number: '123456', quantity: 1, price: 10_000 }],
  version: 1,
  password: 'Đường-hoa-72',
  new_pass: null,
  list_group: [],
  // Order search accepts only dates of this century.
  from_date: '2026-11-20',
  to_date: '2026-11-21',
  open_date: '2026-11-20',
  note: 'Đã kiểm tra với điểm bán',
  page_index: 1,
  part: null,
  expected: 1,
  filter: null,
  seen: null,
}
/** Input names that take an id under another name, or several ids. */
const aliases: Record<string, (ids: Ids) => unknown> = {
  UserID: ({ user_id }) => user_id,
  only_id: ({ partner_id }) => partner_id,
  area_ids: ({ area_id }) => [area_id],
  process_ids: () => [missing_id],
  reward_ids: ({ reward_id }) => [reward_id ?? missing_id],
  ticket_import_ids: ({ ticket_import_id }) => [ticket_import_id],
  ticket_group_import_ids: ({ ticket_group_import_id }) => [ticket_group_import_id],
}
/** Pairs of ids of which a write takes exactly one. */
const alternative_ids: Record<string, string> = {
  ticket_group_id: 'ticket_group_import_id',
  ticket_group_import_id: 'ticket_group_id',
  ids: 'reward_ids',
  reward_ids: 'ids',
}
/** The key that a bulk action's `ids` contain. */
const bulkKeyOf = (call: Call) =>
  call.name.includes('ticket_import/')
    ? 'ticket_import_id'
    : call.name.includes('ticket_group/')
      ? 'ticket_group_import_id'
      : call.name.includes('withdrawal/')
        ? 'withdrawal_id'
        : call.name.includes('cms/reward/') || call.name.includes('push_reward/')
          ? 'reward_id'
          : 'user_id'

/** A response without the timestamp of its figures, which differs in every response. */
function withoutTimestamps({ error, data }: RawAnswer['body']) {
  const is_report = typeof data === 'object' && data !== null && 'as_of' in data
  return { error, data: is_report ? { ...data, as_of: null, snapshot: null } : data }
}

describe('an id out of scope is answered like one that does not exist:', () => {
  let own_ids: Ids
  let foreign: Ids
  const people: Record<string, Person> = {}

  beforeAll(async () => {
    own_ids = { ...(await partnerWorld(office, 'nha', 'Nhóm 1')), ...(await storeWorld(office, 'khonha', 21)) }
    foreign = { ...(await partnerWorld(office, stranger, 'Nhóm 2')), ...(await storeWorld(office, strange_store, 22)) }
    Object.assign(foreign, await customerWorld(office, strange_customer, '84912000111'))
    const { bank_config_id } = await office.write((db) =>
      db
        .insertInto('bank_config')
        .values({ type: 1, bank_id: 1, account_number: '0001112223', account_name: 'CONG TY' })
        .returning('bank_config_id')
        .executeTakeFirstOrThrow(),
    )
    foreign.bank_config_id = bank_config_id
    await office.write((db) =>
      sql`insert into alarm (kind, subject, title, detail, url) values (1, 'fund', ${`Quỹ ${strange_customer} sắp hết`}, 'Còn 1.000 đ', '/')`.execute(
        db,
      ),
    )
    people.operator = await office.hire(every_right, { partner_id: own_ids.partner_id! })
    people.limited = await office.hire(every_right)
    people['limited operator'] = await office.hire(every_right, { partner_id: own_ids.partner_id! })
    people.keeper = await office.hire(every_right, { base_id: own_ids.base_id! })
    const ids = [people.limited.user_id, people['limited operator'].user_id]
    await office.write(async (db) => {
      for (const user_id of ids) {
        await db.insertInto('data_scope').values({ user_id, is_limited: true }).execute()
        await db.insertInto('data_scope_group').values({ user_id, pos_group_id: own_ids.pos_group_id! }).execute()
      }
    })
  })

  /** Ids out of scope by kind of person: customers' money and the business's own banks are visible neither to partners nor to stores. */
  const ids_out_of_scope: Record<string, readonly string[]> = {
    operator: [...of_partners, ...of_stores, ...of_customers, 'bank_config_id'],
    limited: of_partners,
    'limited operator': [...of_partners, ...of_stores, ...of_customers, 'bank_config_id'],
    keeper: [...of_stores, ...of_customers, 'user_id', 'bank_config_id'],
  }
  /** The names that no response may reveal to this person. */
  const hiddenNamesOf = (person_name: string) =>
    person_name === 'keeper'
      ? [strange_store, strange_customer]
      : person_name === 'limited'
        ? [stranger]
        : [stranger, strange_store, strange_customer]
  const rows = Object.entries(ids_out_of_scope).flatMap(([person_name, names]) =>
    calls
      .filter(({ may }) => may !== 'public' && may !== 'admin')
      .flatMap((call) =>
        Object.keys(shapeOf(call.input))
          .filter((name) => names.includes(name === 'ids' ? bulkKeyOf(call) : name) && isId(call, name))
          .map((name) => [person_name, call.name, name, call] as const),
      ),
  )

  test.each(rows)('%s: %s with a foreign %s', async (person_name, _, name, call) => {
    const person = people[person_name]!
    const before = await stateOf(foreign)
    const person_ids = ownOf(person_name, call)
    const missing = await person.raw(call, inputFor(call, person_ids, name, missing_id))
    // When the id is only a reference, the write succeeds both times, so each needs its own names.
    const is_note = call.kind === 'write' && missing.body.error.code === 0
    const answer = await person.raw(
      call,
      inputFor(call, person_ids, name, valueOf(name, foreign, call), is_note ? 8 : 7),
    )
    expect(wrongFields(call, missing.body, name), 'the input is good but for its id').toEqual([])
    const answers = is_note
      ? [missing.body.error, answer.body.error]
      : [missing.body, answer.body].map(withoutTimestamps)
    expect(answers[1]).toEqual(answers[0])
    expect(await stateOf(foreign)).toEqual(before)
    cells++
  })

  const histories = Object.entries(ids_out_of_scope).flatMap(([person_name, names]) =>
    Object.entries(shownRecords)
      .filter(([, { key }]) => names.includes(key))
      .map(([table, { key }]) => [person_name, table, key] as const),
  )

  test.each(histories)('%s: the history of a foreign row of %s', async (person_name, table_name, key) => {
    const historyOf = (id: number) =>
      people[person_name]!.raw(recordHistory.history, { table_name, row_id: String(id) })
    expect((await historyOf(foreign[key]!)).body).toEqual((await historyOf(missing_id)).body)
    cells++
  })

  const reads = Object.keys(ids_out_of_scope).flatMap((person_name) =>
    calls
      .filter(({ kind, may }) => kind === 'read' && may !== 'public' && may !== 'admin')
      .map((call) => [person_name, call.name, call] as const),
  )

  test.each(reads)('%s: the answer of %s contains no name out of scope', async (person_name, _, call) => {
    const shape = shapeOf(call.input)
    const sample_input = inputFor(call, ownOf(person_name, call), '', undefined)
    const isNeeded = (name: string) => shape[name] && (!isOptional(shape[name]) || name.endsWith('_ids'))
    const needed = Object.entries(sample_input).filter(([name]) => isNeeded(name))
    const names = hiddenNamesOf(person_name)
    const words = !shape.keyword ? [undefined] : isOptional(shape.keyword) ? [undefined, ...names] : names
    for (const keyword of words) {
      const { body } = await people[person_name]!.raw(call, {
        ...Object.fromEntries(needed),
        ...(shape.page_size && { page_size: 300 }),
        keyword,
      })
      expect(body.error.code).not.toBe(3)
      for (const name of names) expect(JSON.stringify(body.data)).not.toContain(name)
    }
    cells++
  })

  function isId(call: Call, name: string): boolean {
    const { type, element } = defOf(unwrap(shapeOf(call.input)[name]!))
    return type === 'number' || (type === 'array' && defOf(unwrap(element!)).type === 'number')
  }

  function valueOf(name: string, ids: Ids, call: Call): unknown {
    return name === 'ids' ? [ids[bulkKeyOf(call)]] : (aliases[name]?.(ids) ?? ids[name])
  }

  /** Ids within the person's own scope; without a store when the call does not require one. */
  function ownOf(person_name: string, call: Call): Ids {
    const field = shapeOf(call.input).base_id
    return person_name === 'keeper' || !field || !isOptional(field) ? own_ids : { ...own_ids, base_id: null! }
  }

  /** Other fields for which the input was refused; the whole input when no field was named. */
  function wrongFields(call: Call, { error, data }: RawAnswer['body'], name: string): string[] {
    // A streamed upload is refused here because its file is missing.
    if (error.code !== 3 || call.stream) return []
    const { fields } = (data ?? {}) as { fields?: Record<string, string> }
    return fields ? Object.keys(fields).filter((field) => field !== name) : [error.message]
  }

  function inputFor(call: Call, ids: Ids, name: string, value: unknown, seed = 7): Record<string, unknown> {
    const shape = shapeOf(call.input)
    const [sample] = fc.sample(validInput(call), { seed, numRuns: 1 })
    const entries = Object.keys(shape).flatMap((key) => {
      const id_or_sample =
        key in consistent_values ? consistent_values[key as keyof typeof consistent_values] : valueOf(key, ids, call)
      return [id_or_sample].flat().includes(undefined) ? [] : [[key, trimLines(shape[key]!, id_or_sample)]]
    })
    const id_value = shape[name] && defOf(unwrap(shape[name])).type === 'array' ? [value].flat() : value
    const input = { ...sample, ...Object.fromEntries(entries), ...(shape[name] && { [name]: id_value }) }
    const other = call.kind === 'write' || name.endsWith('ids') ? alternative_ids[name] : undefined
    return Object.fromEntries(
      Object.entries(input).filter(([key, field_value]) => field_value !== null && key !== other),
    )
  }

  /** Drops fields of lines that the call's lines do not have. */
  function trimLines(schema: Parameters<typeof shapeOf>[0], value: unknown): unknown {
    const { element } = defOf(unwrap(schema))
    const shape = element ? shapeOf(element) : {}
    if (!Array.isArray(value) || Object.keys(shape).length === 0) return value
    return value.map((line: object) => Object.fromEntries(Object.entries(line).filter(([name]) => name in shape)))
  }

  /** All rows of the foreign data set. */
  async function stateOf({ partner_id, pos_id, user_id, base_id, account_id }: Ids): Promise<unknown> {
    const everything = scoped_tables.map(
      (table) => sql`
        select ${table} as table_name, to_jsonb(t) as row from ${sql.table(table)} t
        where to_jsonb(t) ->> 'partner_id' = ${String(partner_id)} or to_jsonb(t) ->> 'pos_id' = ${String(pos_id)}
          or to_jsonb(t) ->> 'user_id' = ${String(user_id)} or to_jsonb(t) ->> 'base_id' = ${String(base_id)} or to_jsonb(t) ->> 'account_id' = ${String(account_id)}
          or ${table === 'bank_config'}`,
    )
    return (await sql`${sql.join(everything, sql` union all `)} order by 1, 2`.execute(office.db)).rows
  }
})

test('every scoped table has an id that is tried here', () => {
  const tried = new Set(calls.flatMap((call) => Object.keys(shapeOf(call.input))))
  const key_of = {
    app_user: 'user_id',
    partner: 'partner_id',
    partner_bank: 'partner_bank_id',
    merchant_discount: 'merchant_discount_id',
    partner_statement: 'statement_id',
    partner_payment: 'payment_id',
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
    unsold_prize: 'base_id',
    ticket_return: 'ticket_return_id',
    sale_order: 'order_id',
    sale_sum: 'pos_id',
    sale_play: 'pos_id',
    wallet_account: 'account_id',
    group_vip_account: 'account_id',
    erasure_request: 'erasure_id',
    wallet_adjustment: 'adjustment_id',
    reward_account: 'account_id',
    limit_change: 'limit_change_id',
    deposit: 'transfer_id',
    bank_transaction: 'bank_transaction_id',
    withdrawal: 'withdrawal_id',
    reward: 'reward_id',
    reward_claim: 'claim_id',
    reward_batch: 'batch_id',
    reward_batch_item: 'item_id',
    account_check: 'batch_id',
    account_check_item: 'item_id',
    card_batch: 'batch_id',
    card: 'card_id',
    payout: 'withdrawal_id',
    reconciliation: 'reconciliation_id',
    reconciliation_finding: 'finding_id',
  }
  expect(scoped_tables.filter((table) => !tried.has(key_of[table]))).toEqual([])
})
