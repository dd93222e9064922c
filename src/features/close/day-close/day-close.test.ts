/** The closing of a day: each planted fault is found by its own proof only, two persons sign what they saw, and the day then cannot change. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnswerOf } from '#contract/call.ts'
import { dayClosePage } from '#features/close/pages.contract.ts'
import { confirmRefund, lockOrderForRefund } from '#features/orders/payment/refund.server.ts'
import { inParallel } from '../../../testing/parallel.ts'
import { openLateDraw, sellOn } from '../../../testing/business-day.ts'
import { openDesk } from '../../../testing/deposits.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { openTestWallet } from '../../../testing/money.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, order, sell, stockTickets, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { books } from '#features/close/books/books.contract.ts'
import { closeStatus, dayClose, exceptionStatus } from './day-close.contract.ts'
import { prepareDays } from './day-close.jobs.ts'

type Detail = AnswerOf<typeof dayClose.detail>

const all = [...dayClosePage.rights]
const findingsOf = ({ proofs }: Detail) =>
  Object.fromEntries(
    proofs.filter(({ found }) => found > 0).map(({ proof, findings }) => [proof, findings.map(({ key }) => key)]),
  )
const differing = ({ proofs }: Detail) =>
  proofs.filter(({ difference, found }) => difference !== 0 || found > 0).map(({ proof }) => proof)
const proofIn = (detail: Detail, name: string) => detail.proofs.find(({ proof }) => proof === name)!

describe('the proofs of today', () => {
  let office: Office
  let pos: SellingPos
  let period_id: number
  let ketoan: Person
  let today: string
  beforeAll(async () => {
    office = await openOffice()
    pos = await openPos(office)
    period_id = await openLateDraw(office)
    ketoan = await office.hire(all)
    today = await dayFromNow(office.db, 0)
  })
  afterAll(() => office.close())

  const prepare = () => ketoan.call(dayClose.prepare, { day: today })
  /** Executes as owner of the database, because the program may not write this. */
  const plant = (statement: ReturnType<typeof sql>) =>
    office.write(async (db) => {
      await sql`set local role none`.execute(db)
      await statement.execute(db)
    })

  test('agree when everything is in order', async () => {
    const wallet = await openTestWallet(office, { balance: 1_000_000 })
    await sell(office, pos, { period_id })
    await sell(office, pos, { period_id, vendor_code: 'MOMO' })
    await sell(office, pos, { period_id, vendor_code: 'WALLET', msisdn: wallet.msisdn })
    await order(office, pos, { period_id })
    const detail = await prepare()
    expect(differing(detail)).toEqual([])
    expect(proofIn(detail, 'sales').sides.map(({ value }) => value)).toEqual([30_000, 30_000, 30_000])
    expect(proofIn(detail, 'sales').lines.map(({ values }) => values)).toEqual([
      [1, 10_000, 10_000, 10_000],
      [1, 10_000, 10_000, 10_000],
      [1, 10_000, 10_000, 10_000],
    ])
    expect(detail.is_intact).toBe(true)
  })

  test('find four planted faults, each in its own proof, and otherwise only the draw of later today', async () => {
    const desk = await openDesk(office)
    const line = desk.row('chuyen tien khong ghi ma', 70_000)
    await desk.importRows([line])
    const { bank_transaction_id } = await desk.lineOf(line)

    const wallet = await openTestWallet(office, { balance: 500_000 })
    await office.write(async (db) => {
      const { rows } = await sql<{ id: number }>`
        insert into withdrawal (request_key, account_id, msisdn, full_name, method, bank_id, account_number, account_name, amount, fee, status)
        select 'mat-ipn', ${wallet.account_id}, ${wallet.msisdn}, 'A', 2, min(bank_id), '0912345678', 'A', 50000, 0, 6 from bank returning withdrawal_id as id`.execute(
        db,
      )
      await sql`insert into payout (withdrawal_id, gateway, order_id, request_id, amount, status, sent_at)
        values (${rows[0]!.id}, 2, 'MATIPN1', 'MATIPN1', 50000, 2, now())`.execute(db)
    })

    const order_id = await sell(office, pos, { period_id, vendor_code: 'WALLET', msisdn: wallet.msisdn })
    await plant(sql`select post_transfers(jsonb_build_array(jsonb_build_object('ref', ${`order:${order_id}:refund`}::text, 'phase', 1, 'kind', 6,
      'from', (select account_id from ledger_account where code = 'sales:xsdt'), 'to', ${wallet.ledger_id}::bigint, 'amount', 10000, 'reason', 'Hoàn hai lần')))`)

    await setPeriod(office, stations.tphcm, today, 'open')
    const place = { open_date: today, area_id: stations.tphcm, base_id: await openStore(office, [stations.tphcm]) }
    const number = await stockTickets(office, place, 20)
    await stockTickets(office, place, 30)
    await plant(sql`delete from xskt_ticket where open_date = ${today}::date and number = ${number}`)

    const detail = await prepare()
    expect(findingsOf(detail)).toEqual({
      refunds: [`order:${order_id}:refund`],
      stock: [expect.stringContaining(`${stations.tphcm}:${place.base_id}:`)],
      deposits: [`line:${bank_transaction_id}`],
      gateways: ['payout:MATIPN1'],
      // This draw takes place later today.
      draws: [expect.stringMatching(/^draw:/)],
    })
    expect(proofIn(detail, 'stock').difference).toBe(20)
    expect(proofIn(detail, 'refunds').difference).toBe(-10_000)
    expect(detail.exceptions.filter(({ is_blocking }) => is_blocking)).toHaveLength(5)
  })
})

describe('a past day', () => {
  let office: Office
  let shop: { pos: SellingPos; period_id: number }
  let [day, next]: [string, string] = ['', '']
  let ketoan: Person
  let vanhanh: Person
  beforeAll(async () => {
    office = await openOffice()
    shop = { pos: await openPos(office), period_id: await openLateDraw(office) }
    ketoan = await office.hire(all)
    vanhanh = await office.hire(all)
    day = await dayFromNow(office.db, -3)
    next = await dayFromNow(office.db, -2)
    await sellOn(office, shop, day)
    await sellOn(office, shop, next)
  })
  afterAll(() => office.close())

  const detailOf = (date = day) => ketoan.call(dayClose.detail, { day: date })
  const sign = async (person: Person, date = day) =>
    person.call(dayClose.sign, { day: date, digest: (await detailOf(date)).digest })

  test('takes its first signature from one person and refuses a second one from the same person', async () => {
    const prepared = await ketoan.call(dayClose.prepare, { day })
    expect(prepared).toMatchObject({ status: closeStatus.prepared, sales: 10_000, sign_why_not: null })
    const first = await sign(ketoan)
    expect(first).toMatchObject({ status: closeStatus.signed, first_by: ketoan.user_id })
    expect(await errorCodeOf(sign(ketoan))).toBe(169)
  })

  test('loses its signature when a figure changes, and names who had signed', async () => {
    const { digest } = await detailOf()
    await sellOn(office, shop, day)
    expect((await vanhanh.call(dayClose.sign, { day, digest })).is_signed).toBe(false)
    // Signing the old figures again is refused.
    expect(await errorCodeOf(vanhanh.call(dayClose.sign, { day, digest }))).toBe(9131)
    const fallen = await detailOf()
    expect(fallen).toMatchObject({
      status: closeStatus.prepared,
      first_by: null,
      fallen_by_name: ketoan.user_name,
      sales: 20_000,
    })
    expect(fallen.events.map(({ kind }) => kind)).toContain(3)
  })

  test('cannot be signed while an exception is open, until it is carried over with a reason, a person and a date', async () => {
    await office.write((db) =>
      sql`insert into bank_transaction (bank_id, account_number, reference, at, amount, content, source, status, problem, created_by)
        select min(bank_id), '0123456789', 'LECH1', ${`${day} 10:00`}::timestamptz, 50000, 'sai', 2, 2, 1, ${ketoan.user_id} from bank`.execute(
        db,
      ),
    )
    const prepared = await ketoan.call(dayClose.prepare, { day })
    expect(differing(prepared)).toEqual(['deposits'])
    expect(await errorCodeOf(sign(ketoan))).toBe(122)
    const due_date = await dayFromNow(office.db, 3)
    const carryInput = (fields: object = {}) => ({
      day,
      exception_id: prepared.exceptions[0]!.exception_id,
      reason: 'Chờ khách xác nhận',
      user_id: vanhanh.user_id,
      due_date,
      ...fields,
    })
    const carry = (fields: object) => ketoan.call(dayClose.carryOver, carryInput(fields))
    expect(await errorCodeOf(carry({ due_date: await dayFromNow(office.db, -1) }))).toBe(122)
    expect(await errorCodeOf(carry({ user_id: 2_000_000_000 }))).toBe(103)
    for (const { exception_id } of prepared.exceptions) await carry({ exception_id })
    const carried = await detailOf()
    expect(
      carried.exceptions.every(({ is_blocking, status }) => !is_blocking && status === exceptionStatus.carried),
    ).toBe(true)
    expect(carried.digest).not.toBe(prepared.digest)
    expect(carried.is_intact).toBe(true)

    // Whoever has not seen that it was carried over overwrites nothing, and is told what stands there now.
    const reason = 'Tôi không biết đã có người nhận'
    const unseen = await ketoan.raw(dayClose.carryOver, { ...carryInput(), reason, carried_at: null })
    expect(unseen.body.error.code).toBe(9001)
    const [before] = carried.exceptions
    expect(unseen.body.data).toMatchObject({ current: { reason: before!.reason, user_id: vanhanh.user_id, due_date } })
    expect((await detailOf()).exceptions).toEqual(carried.exceptions)
    const { carried_at } = before!
    expect(await errorCodeOf(carry({ carried_at, reason: 'Chờ khách xác nhận lại' }))).toBe(0)
    expect((await detailOf()).exceptions[0]).toMatchObject({ reason: 'Chờ khách xác nhận lại' })
    // Whoever does not say what they saw has the last word.
    expect(await errorCodeOf(carry({ reason: 'Đã gọi khách' }))).toBe(0)
    expect((await detailOf()).exceptions[0]).toMatchObject({ reason: 'Đã gọi khách' })
  })

  test('takes one signature per person out of twenty parallel ones, and the second one closes it', async () => {
    const { digest } = await detailOf()
    const people = [ketoan, vanhanh]
    const codes = await inParallel((n) => errorCodeOf(people[n % 2]!.call(dayClose.sign, { day, digest })))
    expect(codes.filter((code) => code === 0)).toHaveLength(2)
    const closed = await detailOf()
    expect(closed).toMatchObject({ status: closeStatus.closed, digest, sales: 20_000 })
    expect(new Set([closed.first_by, closed.second_by])).toEqual(new Set(people.map(({ user_id }) => user_id)))
    expect(closed.events.filter(({ kind }) => kind === 2 || kind === 4)).toHaveLength(3)
  })

  test('has the digest of its signed figures in the chained audit log', async () => {
    const { digest } = await detailOf()
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from audit_change where table_name = 'day_close' and row_id = ${day} and after ->> 'digest' = ${digest}`.execute(
      office.db,
    )
    expect(rows[0]!.n).toBeGreaterThan(0)
  })

  test('accepts no money, order or stock once it is closed, whoever writes', async () => {
    await expect(sellOn(office, shop, day)).rejects.toThrow(/is closed/)
    const base_id = await openStore(office, [stations.tphcm])
    const into = (statement: ReturnType<typeof sql>) => office.write((db) => statement.execute(db))
    const movement = (moment: string) =>
      sql`select move_stock(${day}::date, ${stations.tphcm}, ${base_id}, 1::smallint, 5, 0, null, null, 'Lùi ngày', null, ${moment}::timestamptz)`
    await expect(into(movement(`${day} 10:00`))).rejects.toThrow(/is closed/)
    await expect(into(movement(`${next} 10:00`))).resolves.toBeDefined()
    await expect(
      into(sql`set local role none; insert into ledger_transfer (ref, phase, kind, from_account, to_account, amount, reason, at)
      select 'lui-ngay', 1, 99, min(account_id), max(account_id), 1, '', ${sql.lit(`${day} 23:59:59`)}::timestamptz from ledger_account`),
    ).rejects.toThrow(/is closed/)
    expect(await errorCodeOf(ketoan.call(dayClose.prepare, { day }))).toBe(9130)
    expect(await errorCodeOf(sign(ketoan))).toBe(9130)
  })

  test('keeps its closed figures when one of its orders is refunded, which today’s proofs then mention', async () => {
    const before = await detailOf()
    const { rows } = await sql<{
      order_id: number
    }>`select order_id from sale_order where order_day = ${day}::date order by order_id limit 1`.execute(office.db)
    const { order_id } = rows[0]!
    await office.write(async (db) => {
      await confirmRefund(db, (await lockOrderForRefund(db, order_id))!)
      await sql`update sale_order set status = 12, ended_at = clock_timestamp(), refunded_at = clock_timestamp() where order_id = ${order_id}`.execute(
        db,
      )
    })
    const today = await ketoan.call(dayClose.prepare, { day: await dayFromNow(office.db, 0) })
    expect(differing(today)).toEqual([])
    expect(proofIn(today, 'refunds')).toMatchObject({
      sides: [{ value: 10_000 }, { value: 10_000 }, { value: 10_000 }],
    })
    expect(proofIn(today, 'refunds').note).toContain('1 đơn của ngày trước')
    expect(await detailOf()).toEqual(before)
  })

  test('passes an exception that was carried over to later days until it is settled', async () => {
    const carried = await ketoan.call(dayClose.prepare, { day: next })
    expect(carried.exceptions.map(({ day: date, title }) => [date, title.includes('LECH1')])).toEqual([
      [day, true],
      [day, true],
    ])
    expect(carried.previous_digest).toBe((await detailOf()).digest)
    await office.write(async (db) => {
      await sql`set local role none`.execute(db)
      await sql`delete from bank_transaction where reference = 'LECH1'`.execute(db)
    })
    const settled = await ketoan.call(dayClose.prepare, { day: next })
    expect(settled.exceptions).toEqual([])
  })

  test('keeps its stored journal when an account changes; today’s journal equals the ledger to the đồng', async () => {
    const journal = await ketoan.call(books.journal, { day })
    expect(journal.is_final).toBe(true)
    const today = await dayFromNow(office.db, 0)
    const now = await ketoan.call(books.journal, { day: today })
    const { rows } = await sql<{ amount: number }>`
      select coalesce(sum(amount), 0) as amount from ledger_transfer where at >= current_date and phase in (1, 3)`.execute(
      office.db,
    )
    expect(now).toMatchObject({ is_final: false, total: rows[0]!.amount })
    expect(now.items.map(({ debit, credit }) => [debit, credit])).toContainEqual(['1388', '5111'])
    await ketoan.call(books.updateAccount, { posting: 5, account_kind: 8, account_number: '51118' })
    expect((await ketoan.call(books.journal, { day: today })).items.map(({ credit }) => credit)).toContain('51118')
    expect(await ketoan.call(books.journal, { day })).toEqual(journal)
  })

  test('is reopened by two administrators, which its history keeps', async () => {
    const [an, binh] = [await office.hire('admin'), await office.hire('admin')]
    const reopen = (by: Person) => by.call(dayClose.reopen, { day, reason: 'Sót sao kê' })
    expect(await errorCodeOf(reopen(ketoan))).toBe(169)
    expect(await reopen(an)).toMatchObject({ status: closeStatus.closed, reopen_by: an.user_id })
    expect(await errorCodeOf(reopen(an))).toBe(169)
    const codes = await inParallel(() => errorCodeOf(reopen(binh)))
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(await detailOf()).toMatchObject({ status: closeStatus.reopened, second_by: null })
    await sellOn(office, shop, day)
    const prepared = await ketoan.call(dayClose.prepare, { day })
    expect(prepared.status).toBe(closeStatus.prepared)
    expect(prepared.reopened_at).not.toBeNull()
    await expect(office.write((db) => sql`delete from day_close_event`.execute(db))).rejects.toThrow(/final/)
    expect(prepared.events.map(({ kind }) => kind)).toEqual(expect.arrayContaining([4, 5, 6]))
  })

  test('cannot be signed before an earlier day is closed or before it is over', async () => {
    await ketoan.call(dayClose.prepare, { day: next })
    expect(await errorCodeOf(sign(ketoan, next))).toBe(122)
    const today = await dayFromNow(office.db, 0)
    expect((await ketoan.call(dayClose.prepare, { day: today })).sign_why_not).toContain('khi ngày đã hết')
    expect(await errorCodeOf(ketoan.call(dayClose.prepare, { day: await dayFromNow(office.db, 1) }))).toBe(122)
  })

  test('that was missed is prepared by the job once', async () => {
    await office.write((db) => sql`update day_close_config set prepare_at = '00:00'`.execute(db))
    const yesterday = await dayFromNow(office.db, -1)
    expect(await prepareDays(office.db)).toEqual([yesterday])
    expect(await prepareDays(office.db)).toEqual([])
    expect((await vanhanh.call(dayClose.list, { waits_for_me: true })).items.map(({ day: date }) => date)).toEqual([
      yesterday,
      next,
      day,
    ])
  })

  test('is hidden from people of a partner', async () => {
    const operator = await office.hire(all, { partner_id: shop.pos.partner_id })
    expect(await errorCodeOf(operator.call(dayClose.detail, { day }))).toBe(9005)
    expect((await operator.call(dayClose.list, {})).items).toEqual([])
    expect(await errorCodeOf(operator.call(dayClose.prepare, { day }))).toBe(169)
    expect(await errorCodeOf(operator.call(books.journal, { day }))).toBe(169)
  })
})
