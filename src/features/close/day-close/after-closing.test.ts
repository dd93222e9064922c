/** After closing: files with digests in the audit log, a journal with recorded exports, and a day that cannot change any more. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import { dayClosePage } from '#features/close/pages.contract.ts'
import { endRun } from '#features/wallets/reconciliation/reconcile.server.ts'
import { findingKind } from '#features/wallets/reconciliation/reconciliation.contract.ts'
import { lineSource, takeLines } from '#features/wallets/statement/intake.server.ts'
import { openLateDraw, sellOn } from '../../../testing/business-day.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow } from '../../../testing/tickets.ts'
import { books } from '#features/close/books/books.contract.ts'
import { closingPaper } from './closing-paper.rules.ts'
import { closeStatus, dayClose, eventKind } from './day-close.contract.ts'

let office: Office
let shop: { pos: SellingPos; period_id: number }
let [day, raced, today]: [string, string, string] = ['', '', '']
let ketoan: Person
let vanhanh: Person

beforeAll(async () => {
  office = await openOffice()
  shop = { pos: await openPos(office), period_id: await openLateDraw(office) }
  ketoan = await office.hire([...dayClosePage.rights])
  vanhanh = await office.hire([...dayClosePage.rights])
  day = await dayFromNow(office.db, -4)
  raced = await dayFromNow(office.db, -3)
  today = await dayFromNow(office.db, 0)
  await sellOn(office, shop, day)
  await ketoan.call(dayClose.prepare, { day })
  for (const person of [ketoan, vanhanh]) await sign(person, day)
})
afterAll(() => office.close())

async function sign(person: Person, date: string) {
  const { digest } = await person.call(dayClose.detail, { day: date })
  return person.raw(dayClose.sign, { day: date, digest })
}
const detailOf = (date = day) => ketoan.call(dayClose.detail, { day: date })
const inDb = (work: ReturnType<typeof sql>) => office.write((db) => work.execute(db))
const differing = ({ proofs }: AnswerOf<typeof dayClose.detail>) =>
  proofs.filter(({ difference, found }) => difference !== 0 || found > 0).map(({ proof }) => proof)

test('the record of a closed day is stored as PDF and workbook, with their digests in the audit log', async () => {
  const closing = await detailOf()
  const { status, pdf_digest, xlsx_digest } = closing
  expect(status).toBe(closeStatus.closed)
  const fileOf = async (format: 'pdf' | 'xlsx') => {
    const { file } = await ketoan.raw(dayClose.file, { day, format })
    return Buffer.from(await file!.arrayBuffer())
  }
  const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const [pdf, xlsx] = [await fileOf('pdf'), await fileOf('xlsx')]
  expect([digestOf(pdf), digestOf(xlsx)]).toEqual([pdf_digest, xlsx_digest])
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(await fileOf('pdf')).toEqual(pdf)
  // It is signed with names as people write them, and dated as everything else.
  const { signatures, reference } = closingPaper(closing)
  expect(signatures[0]![1]).toMatch(
    new RegExp(`^Nhân viên ${closing.first_by_name}, ký lúc \\d\\d/\\d\\d/\\d{4} [\\d:]{8}$`),
  )
  expect(signatures[1]![1]).toContain(`Nhân viên ${closing.second_by_name}, ký lúc `)
  expect(reference.made_at).toMatch(/^Tính lúc \d\d\/\d\d\/\d{4} [\d:]{8}$/)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from audit_change where table_name = 'day_close' and row_id = ${day}
      and after ->> 'pdf_digest' = ${pdf_digest} and after ->> 'xlsx_digest' = ${xlsx_digest}`.execute(office.db)
  expect(rows[0]!.n).toBeGreaterThan(0)
  await expect(inDb(sql`update day_close_file set bytes = ''`)).rejects.toThrow(/final|permission/)
})

test('each export of a closed day’s journal is recorded and has the same lines; an open day cannot be exported', async () => {
  const journal = await ketoan.call(books.journal, { day })
  expect(journal).toMatchObject({ export_count: 0, exported_by_name: null, is_final: true })
  const first = await ketoan.call(books.exportJournal, { day, format: 'xlsx' })
  const second = await vanhanh.call(books.exportJournal, { day, format: 'csv' })
  expect([first.items, second.items]).toEqual([journal.items, journal.items])
  expect(second).toMatchObject({ export_count: 2, exported_by_name: ketoan.user_name })
  const exports = (await detailOf()).events.filter(({ kind }) => kind === eventKind.exported)
  expect(exports.map(({ note }) => note)).toEqual(['CSV', 'Excel'])
  await expect(ketoan.call(books.exportJournal, { day: today, format: 'csv' })).rejects.toMatchObject({ code: 122 })
})

test('late statement lines and later findings of a closed day belong to the closing of today', async () => {
  const before = await detailOf()
  await inDb(sql`
    insert into bank_transaction (bank_id, account_number, reference, at, amount, content, source, status, problem, created_by)
    select min(bank_id), '0123456789', 'MUON1', ${`${day} 22:00`}::timestamptz, 40000, 'muộn', 2, 2, 1, ${ketoan.user_id} from bank`)
  await inDb(sql`
    with run as (insert into reconciliation (gateway, day, status) values (2, ${day}::date, 3) returning reconciliation_id)
    insert into reconciliation_finding (reconciliation_id, kind, order_id, their_amount, detail)
    select reconciliation_id, 1, 'MUON2', 30000, 'Cổng đã chi mà sổ không có' from run`)
  const now = await ketoan.call(dayClose.prepare, { day: today })
  expect(differing(now)).toEqual(['gateways', 'deposits'])
  const proofIn = (name: string) => now.proofs.find(({ proof }) => proof === name)!
  expect(proofIn('deposits').note).toContain('1 dòng của ngày đã chốt, 40.000 đ')
  expect(proofIn('gateways').findings[0]!.title).toMatch(/^Ngày \d\d\/\d\d\/\d{4}: Cổng đã chi mà sổ không có$/)
  expect(await detailOf()).toEqual(before)
})

test('a resolved finding of a closed day that changes belongs to the closing of today', async () => {
  const difference = { kind: findingKind.state, order_id: 'DOI1', trans_id: 'T1', withdrawal_id: null }
  const reconcile = (reconciliation_id: number, detail: string) =>
    office.write((db) =>
      endRun(
        db,
        () => Promise.resolve(),
        { reconciliation_id, gateway: 'bank', day },
        {
          differences: [{ ...difference, our_amount: 20_000, their_amount: 20_000, detail }],
          theirs: { count: 1, amount: 20_000 },
          ours: { count: 1, amount: 20_000 },
        },
      ),
    )
  const { rows } = await office.write((db) =>
    sql<{ id: number }>`
      insert into reconciliation (gateway, day, status) values (1, ${day}::date, 3) returning reconciliation_id as id`.execute(
      db,
    ),
  )
  await reconcile(rows[0]!.id, 'Cổng đang xử lý')
  // As it was before the day was closed.
  await inDb(sql`
    update reconciliation_finding set booked_on = null, resolution = 'Chờ cổng', resolved_by = ${ketoan.user_id}, resolved_at = now()
    where order_id = 'DOI1'`)
  await reconcile(rows[0]!.id, 'Cổng không chi được')
  const { proofs } = await ketoan.call(dayClose.prepare, { day: today })
  const titles = proofs.find(({ proof }) => proof === 'gateways')!.findings.map(({ title }) => title)
  expect(titles).toContainEqual(expect.stringMatching(/^Ngày \d\d\/\d\d\/\d{4}: Cổng không chi được$/))
})

test('the bank’s own time moves an imported line neither into a closed day nor out of it', async () => {
  const { bank_id } = await office.db
    .selectFrom('bank')
    .select('bank_id')
    .where('bin', '=', '970422')
    .executeTakeFirstOrThrow()
  const account = { bank_id, bin: '970422', account_number: '0123456789' }
  const takenAt = async (reference: string, file_at: string, bank_at: string) => {
    const line = (at: string) => ({
      reference,
      at,
      amount: -5_000,
      content: 'phí',
      counter_account: null,
      counter_name: null,
    })
    const file = { source: lineSource.file, created_by: ketoan.user_id, is_read: true }
    await office.write((db) => takeLines(db, account, [line(file_at)], file))
    await office.write((db) => takeLines(db, account, [line(bank_at)], { source: lineSource.bank }))
    const stored = await sql<{ at: string }>`
      select to_char(at, 'YYYY-MM-DD HH24:MI') as at from bank_transaction where reference = ${reference}`.execute(
      office.db,
    )
    return stored.rows[0]!.at
  }
  const moment = (date: string, time: string) => `${date}T${time}:00+07:00`
  expect(await takenAt('LUI1', moment(raced, '00:00'), moment(day, '23:58'))).toBe(`${raced} 00:00`)
  expect(await takenAt('LUI2', moment(day, '00:00'), moment(raced, '00:02'))).toBe(`${day} 00:00`)
  expect(await takenAt('LUI3', moment(day, '00:00'), moment(day, '23:58'))).toBe(`${day} 23:58`)
  expect(await takenAt('LUI4', moment(today, '00:00'), moment(raced, '23:58'))).toBe(`${raced} 23:58`)
})

test('each of twenty parallel writes during the second signature is either in the figures or refused', async () => {
  await sellOn(office, shop, raced)
  await ketoan.call(dayClose.prepare, { day: raced })
  let closed = false
  const close = async () => {
    for (let n = 0; n < 40 && !closed; n++) {
      // A signature is refused when a write came first, or when this person has already signed.
      for (const person of [ketoan, vanhanh]) await sign(person, raced)
      closed = (await detailOf(raced)).status === closeStatus.closed
    }
  }
  const write = async (n: number) => {
    await sleep(n * 40)
    return sellOn(office, shop, raced).then(
      () => null,
      (error: Error) => error.message,
    )
  }
  const [, ...written] = await Promise.all([close(), ...Array.from({ length: 20 }, (_, n) => write(n))])
  expect(closed).toBe(true)
  const refused = written.filter((refusal) => refusal !== null)
  for (const message of refused) expect(message).toMatch(/is closed/)
  const { rows } = await sql<{ sold: number; posted: number }>`
    select sum(o.amount) as sold, sum(t.amount) as posted from sale_order o left join ledger_transfer t on t.ref = 'order:' || o.order_id || ':pay'
    where o.paid_at >= ${raced}::date and o.paid_at < ${raced}::date + 1`.execute(office.db)
  const sales = (1 + 20 - refused.length) * 10_000
  expect(rows[0]).toEqual({ sold: sales, posted: sales })
  expect(await detailOf(raced)).toMatchObject({ sales, is_intact: true })
}, 120_000)
