/** Prepaid cards from a file to winners: each is given once, the first to expire first, and their numbers stay secret. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#contract/call.ts'
import { alarmKind } from '#features/settings/alarm/alarm.rules.ts'
import { batchStatus, itemStatus, rewardBatch } from '#features/rewards/batch/batch.contract.ts'
import { payBatch } from '#features/rewards/batch/pay-batch.server.ts'
import { cardPage, rewardBatchPage, rewardPage } from '#features/rewards/pages.contract.ts'
import { push } from '#features/rewards/push/push.contract.ts'
import { rewardForm, rewards, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { verifyRewards } from '#features/rewards/verify-rewards.server.ts'
import { openWatch } from '../../../testing/alarms.ts'
import { errorCode, errorCodeOf } from '../../../testing/error-code.ts'
import { ledgerFindings } from '../../../testing/ledger.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { fillFund, winning, winRewards } from '../../../testing/rewards.ts'
import { dayFromNow } from '../../../testing/tickets.ts'
import { cards, cardStatus } from './card.contract.ts'

let office: Office
let an: Person
let binh: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...cardPage.rights, ...rewardPage.rights, ...rewardBatchPage.rights])
  binh = await office.hire([cardPage.view, cardPage.add, cardPage.export, ...rewardPage.rights])
})
beforeEach(async () => {
  await fillFund(office, 100_000_000)
  // Removes cards of earlier tests.
  await office.write((db) => sql`update card set expires_on = current_date - 1 where status = 1`.execute(db))
})
afterAll(() => office.close())

const approve = (reward_id: number, person = an) => person.call(push.approve, { reward_ids: [reward_id] })
const detail = (reward_id: number) => an.call(rewards.detail, { reward_id })

let card_count = 0
const cardOf = (exprieDate: string) => {
  const n = String(++card_count).padStart(6, '0')
  return { cardSerial: `S${n}`, cardNumber: `9876543${n}`, exprieDate }
}

type Import = Partial<InputOf<typeof cards.import>>
const take = async (rows: ReturnType<typeof cardOf>[], fields: Import = {}) =>
  an.call(cards.import, { rows, issuer: 'Viettel', face_value: 100_000, ...fields })
/** Adds cards that are valid for some days. */
const stock = async (count: number, { face_value = 100_000, days = 90 } = {}) => {
  const day = await dayFromNow(office.db, days)
  return take(
    Array.from({ length: count }, () => cardOf(day)),
    { face_value },
  )
}

/** Rewards that are paid in cards, by default of 100.000 đ each. */
async function winCards(count: number, number: string = winning.eighth): Promise<number[]> {
  const { reward_ids } = await winRewards(
    office,
    Array.from({ length: count }, () => ({ number })),
  )
  await office.write((db) =>
    sql`update reward set form = ${rewardForm.card} where reward_id = any(${reward_ids}::integer[])`.execute(db),
  )
  return reward_ids
}

async function serialsOf(reward_ids: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ card_serial: string }>`
    select card_serial from card where reward_id = any(${reward_ids}::integer[]) order by given_at, card_id`.execute(
    office.db,
  )
  return rows.map(({ card_serial }) => card_serial)
}

test('a batch of cards has a code that no batch of rewards can have, and is found by it', async () => {
  await stock(1)
  const [batch] = (await an.call(cards.batches, {})).items
  expect(batch!.batch_code).toMatch(/^TC\d{6}$/)
  const { items } = await an.call(cards.batches, { keyword: batch!.batch_code })
  expect(items.map(({ batch_id }) => batch_id)).toEqual([batch!.batch_id])
})

test('lists of batches and of cards are summed in money', async () => {
  const { batch_id } = await stock(3, { face_value: 200_000 })
  const { batch_code } = (await an.call(cards.batches, {})).items.find((batch) => batch.batch_id === batch_id)!
  const batches = () => an.call(cards.batches, { keyword: batch_code })
  expect(await batches()).toMatchObject({
    items: [{ free_value: 600_000 }],
    sums: { card_count: 3, free_value: 600_000 },
  })
  expect((await an.call(cards.list, { batch_id: batch_id! })).sums).toEqual({ face_value: 600_000 })
  await office.write((db) =>
    sql`update card set expires_on = current_date - 1 where card_id = (select min(card_id) from card where batch_id = ${batch_id})`.execute(
      db,
    ),
  )
  expect((await batches()).sums).toMatchObject({ card_count: 3, free_value: 400_000 })
  expect((await an.call(cards.list, { batch_id: batch_id!, status: cardStatus.free })).sums).toEqual({
    face_value: 400_000,
  })
})

test('an import of cards can be previewed, and each refused row has its field and reason', async () => {
  const [good, old] = [await dayFromNow(office.db, 60), await dayFromNow(office.db, -1)]
  const [first, second] = [cardOf(good), cardOf(good)]
  const rows = [
    first,
    cardOf(old),
    { ...second, cardSerial: first.cardSerial },
    { ...second, cardNumber: first.cardNumber },
    first,
    second,
  ]
  const expected = {
    refused: [
      { index: 1, field: 'exprieDate' },
      { index: 2, field: 'cardSerial' },
      { index: 3, field: 'cardNumber' },
    ],
    same: [4],
  }
  expect(await take(rows, { dry_run: true })).toMatchObject({ ...expected, batch_id: null })
  expect((await an.call(cards.list, { keyword: first.cardSerial })).total).toBe(0)
  const done = await take(rows)
  expect(done).toMatchObject(expected)
  expect(done.refused[0]!.error).toBe('Thẻ đã hết hạn.')
  const repeat = await take(rows, { batch_id: done.batch_id })
  expect(repeat.same).toEqual([0, 4, 5])
  // The same card in another batch is refused, and no empty batch is created.
  const batches = (await an.call(cards.batches, {})).total
  expect((await take([first])).batch_id).toBeNull()
  expect((await an.call(cards.batches, {})).total).toBe(batches)
  expect(
    await errorCodeOf(
      binh.call(cards.import, { rows, issuer: 'Viettel', face_value: 100_000, batch_id: done.batch_id }),
    ),
  ).toBe(errorCode('action_invalid'))
  expect((await an.call(cards.batches, { keyword: 'viettel' })).items[0]).toMatchObject({
    card_count: 2,
    free_count: 2,
    first_expires_on: good,
  })
})

test('card numbers are in no table in plain text, and each attempt to reveal one is in the audit log', async () => {
  const [card] = [cardOf(await dayFromNow(office.db, 30))]
  await take([card])
  const { items } = await binh.call(cards.list, { keyword: card.cardSerial })
  expect(items).toMatchObject([{ status: cardStatus.free, face_value: 100_000 }])
  const { card_id } = items[0]!
  const inEveryTable = async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and has_table_privilege(oid, 'select')`.execute(office.db)
    const tables: string[] = []
    for (const { name } of rows) {
      const { rows: hits } =
        await sql`select from ${sql.ref(name)} t where position(${card.cardNumber} in t::text) > 0 limit 1`.execute(
          office.db,
        )
      if (hits.length > 0) tables.push(name)
    }
    return tables
  }
  expect(await inEveryTable()).toEqual([])
  expect(await errorCodeOf(binh.call(cards.reveal, { card_id }))).toBe(errorCode('no_right'))
  for (const transid of ['xem-the-lan-1', 'xem-the-lan-2'])
    expect(await an.call(cards.reveal, { card_id }, { transid })).toMatchObject({ card_number: card.cardNumber })
  const looks = await office.db
    .selectFrom('audit_log')
    .select(['user_id', 'code', 'input'])
    .where('call', '=', cards.reveal.name)
    .orderBy('audit_id')
    .execute()
  expect(looks).toEqual([
    { user_id: binh.user_id, code: errorCode('no_right'), input: { card_id } },
    { user_id: an.user_id, code: 0, input: { card_id } },
    { user_id: an.user_id, code: 0, input: { card_id } },
  ])
  const { rows } = await an.call(cards.takeOut, { batch_id: items[0]!.batch_id })
  expect(rows).toEqual([card])
  expect(await errorCodeOf(binh.call(cards.takeOut, { batch_id: items[0]!.batch_id }))).toBe(errorCode('no_right'))
  expect(await inEveryTable()).toEqual([])
})

test('twenty parallel payments of one prize give one card', async () => {
  await stock(3)
  const [reward_id] = await winCards(1)
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, n) => errorCodeOf(approve(reward_id!, n % 2 ? an : binh))),
  )
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(await serialsOf([reward_id!])).toHaveLength(1)
  expect(await detail(reward_id!)).toMatchObject({
    status: rewardStatus.paid,
    cards: [{ face_value: 100_000, issuer: 'Viettel' }],
  })
})

test('twenty parallel prizes use each card once, and no more than the stock has', async () => {
  await stock(7)
  const reward_ids = await winCards(20)
  const codes = await Promise.all(reward_ids.map((reward_id) => errorCodeOf(approve(reward_id))))
  expect(codes.filter((code) => code === 0)).toHaveLength(7)
  expect(new Set(codes)).toEqual(new Set([0, errorCode('action_invalid')]))
  const serials = await serialsOf(reward_ids)
  expect([serials.length, new Set(serials).size]).toEqual([7, 7])
  for (const [index, reward_id] of reward_ids.entries())
    expect((await detail(reward_id)).status).toBe(codes[index] === 0 ? rewardStatus.paid : rewardStatus.waiting)
})

test('the first card to expire is given first, also on its last day; expired cards are never given', async () => {
  const today = await dayFromNow(office.db, 0)
  const later = await dayFromNow(office.db, 40)
  const [far, last, near] = [cardOf(later), cardOf(today), cardOf(await dayFromNow(office.db, 10))]
  await take([far, last, near])
  const reward_ids = await winCards(3)
  for (const reward_id of reward_ids) await approve(reward_id)
  expect(await serialsOf(reward_ids)).toEqual([last, near, far].map(({ cardSerial }) => cardSerial))
  const [unpaid_id] = await winCards(1)
  await stock(1, { days: 1 })
  await office.write((db) => sql`update card set expires_on = current_date - 1 where status = 1`.execute(db))
  expect(await errorCodeOf(approve(unpaid_id!))).toBe(errorCode('action_invalid'))
  expect((await an.call(cards.stock, {})).items.reduce((sum, { free_count }) => sum + free_count, 0)).toBe(0)
})

test('a prize is paid in the fewest cards of exactly its amount, as the preview says', async () => {
  await stock(1, { face_value: 200_000 })
  await stock(4)
  const reward_ids = await winCards(2, winning.two_tiers)
  const preview = await an.call(push.approvePreview, { reward_ids })
  expect(preview).toMatchObject({
    done: 1,
    skipped: 1,
    rows: [{ outcome: 'done' }, { outcome: 'skipped', code: errorCode('action_invalid') }],
  })
  const done = await an.call(push.approve, { reward_ids, seen: preview.seen })
  expect(done.rows.map(({ outcome, reason }) => [outcome, reason])).toEqual(
    preview.rows.map(({ outcome, reason }) => [outcome, reason]),
  )
  expect((await detail(reward_ids[0]!)).cards.map(({ face_value }) => face_value).toSorted()).toEqual([
    100_000, 100_000, 100_000, 200_000,
  ])
  expect((await detail(reward_ids[1]!)).cards).toEqual([])
})

test('a batch pays in cards, and leaves out rewards that the stock cannot make up', async () => {
  await stock(2)
  const reward_ids = await winCards(3)
  const { batch } = await an.call(rewardBatch.create, { ids: reward_ids, expected: 3, name: 'Thẻ' })
  await an.call(rewardBatch.approve, { batch_id: batch.batch_id })
  const gateways = { momo: null, bank: null, telecom: null, statements: null }
  const task = { signal: AbortSignal.timeout(60_000), enqueue: office.enqueue }
  await payBatch({ main: office.db, gateways }, batch.batch_id, task as Parameters<typeof payBatch>[2])
  const { rows } = await sql<{ status: number; message: string | null }>`
    select i.status, i.message from reward_batch_item i where batch_id = ${batch.batch_id} order by item_id`.execute(
    office.db,
  )
  expect(rows.map(({ status }) => status)).toEqual([itemStatus.paid, itemStatus.paid, itemStatus.out])
  expect(rows[2]!.message).toContain('Kho thẻ')
  expect(await an.call(rewardBatch.detail, { batch_id: batch.batch_id })).toMatchObject({
    batch: { status: batchStatus.done },
  })
  expect(await serialsOf(reward_ids)).toHaveLength(2)
})

test('a low stock raises an alarm by face value', async () => {
  const watch = await openWatch(office)
  await stock(3, { face_value: 50_000 })
  const { cards_short: kind } = alarmKind
  await watch.setRule(kind, { least_stock: 3 })
  expect((await watch.openOf(kind)).filter(({ title }) => title.includes('50.000'))).toEqual([])
  await watch.setRule(kind, { least_stock: 4 })
  await watch.look()
  expect((await watch.openOf(kind)).filter(({ title }) => title.includes('50.000'))).toMatchObject([
    { detail: 'Còn 3 thẻ trao được' },
  ])
})

test('prizes, cards and postings are consistent after these tests', async () => {
  const findings: string[] = []
  await verifyRewards(office.db, (message) => findings.push(message))
  expect([...findings, ...(await ledgerFindings(office.database_url))]).toEqual([])
})
