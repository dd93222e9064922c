/** Payments of partners are posted once, need a second person from the limit on, and never exceed a partner's debt limit. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { partnerPage } from '#features/partners/pages.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, sell, type SellingPos } from '../../../testing/orders.ts'
import { proofs } from '../../../testing/proofs.ts'
import { inParallel } from '../../../testing/parallel.ts'
import { partnerStatementPage } from '../pages.contract.ts'
import { partnerPayment, paymentKinds, paymentStatus, type PaymentKind } from './partner-payment.contract.ts'

let office: Office
let an: Person
let binh: Person
let pos: SellingPos
let partner_id: number
let second_from: number
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...partnerStatementPage.rights, ...partnerPage.rights])
  binh = await office.hire([...partnerStatementPage.rights, ...partnerPage.rights])
  second_from = (await office.db.selectFrom('money_config').select('adjustment_second_from').executeTakeFirstOrThrow())
    .adjustment_second_from
})
afterAll(() => office.close())
beforeEach(async () => {
  pos = await openPos(office)
  partner_id = pos.partner_id
  // Moves the earlier payments to yesterday.
  await office.write((db) => sql`update partner_payment set posted_at = posted_at - interval '1 day'`.execute(db))
})

const { paid, deposited, deposit_returned, paid_out } = paymentKinds
const draft = (kind: PaymentKind, amount: number) => ({ partner_id, kind, amount, reason: 'Theo phiếu thu' })
const add = (person: Person, kind: PaymentKind, amount: number) => person.call(partnerPayment.add, draft(kind, amount))
const codeOf = async (person: Person, call: Parameters<Person['raw']>[0], input: object) =>
  (await person.raw(call, input as Record<string, unknown>)).body.error.code
const balances = async () => {
  const { rows } = await sql<{ partner: number; deposit: number }>`
    select coalesce((select balance from ledger_account where code = ${`agent:${partner_id}`}), 0) as partner,
      coalesce((select balance - held from ledger_account where code = ${`agent_deposit:${partner_id}`}), 0) as deposit`.execute(
    office.db,
  )
  return rows[0]!
}
const limit = (debt_limit: number) => an.call(partner.update, { partner_id, debt_limit })

test('a payment is posted at once, and only once with the same transid', async () => {
  const transid = 'mot-lan-thoi'
  for (let n = 0; n < 3; n++) await an.call(partnerPayment.add, draft(paid, 120_000), { transid })
  expect(await balances()).toEqual({ partner: 120_000, deposit: 0 })
  await add(an, deposited, 30_000)
  expect(await balances()).toEqual({ partner: 120_000, deposit: 30_000 })
})

test('payments of one day count together, and from the limit on another person must approve them', async () => {
  const part = Math.floor(second_from / 10)
  const rows = await inParallel(() => add(an, paid, part))
  const alone = rows.filter(({ status }) => status === paymentStatus.done)
  expect(alone).toHaveLength(9)
  expect((await balances()).partner).toBe(9 * part)
  const [waiting, other] = rows.filter(({ status }) => status === paymentStatus.waiting)
  const { payment_id } = waiting!
  expect(await codeOf(an, partnerPayment.approve, { payment_id })).toBe(169)
  const codes = await inParallel(() => codeOf(binh, partnerPayment.approve, { payment_id }))
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect((await balances()).partner).toBe(10 * part)
  await binh.call(partnerPayment.reject, { payment_id: other!.payment_id, reason: 'Chưa thấy tiền về' })
  expect(await codeOf(binh, partnerPayment.approve, { payment_id: other!.payment_id })).toBe(121)
  // Another person cannot circumvent the limit with the same partner.
  expect((await add(binh, paid, part)).status).toBe(paymentStatus.waiting)
})

test('117: a deposit cannot be returned beyond its balance, also in parallel, nor while it covers a debt', async () => {
  await add(an, deposited, 100_000)
  const codes = await inParallel((n) => codeOf(n % 2 ? an : binh, partnerPayment.add, draft(deposit_returned, 30_000)))
  expect(codes.filter((code) => code === 0)).toHaveLength(3)
  expect(codes.filter((code) => code === 117)).toHaveLength(17)
  expect((await balances()).deposit).toBe(10_000)
  await add(an, deposited, 90_000)
  await limit(0)
  await add(an, paid_out, 60_000)
  expect(await codeOf(an, partnerPayment.add, draft(deposit_returned, 50_000))).toBe(117)
  expect(await codeOf(an, partnerPayment.add, draft(deposit_returned, 40_000))).toBe(0)
})

test('117: payments to a partner cannot raise its debt above the limit, also in parallel or when approved later', async () => {
  expect(await codeOf(an, partnerPayment.add, draft(paid_out, 1))).toBe(117)
  await limit(100_000)
  const codes = await inParallel((n) => codeOf(n % 2 ? an : binh, partnerPayment.add, draft(paid_out, 30_000)))
  expect(codes.filter((code) => code === 0)).toHaveLength(3)
  expect((await balances()).partner).toBe(-90_000)
  await limit(10 * second_from)
  const { payment_id, status } = await add(an, paid_out, second_from)
  expect(status).toBe(paymentStatus.waiting)
  await limit(second_from)
  // The limit was lowered meanwhile, so the waiting payment is checked again.
  expect(await codeOf(binh, partnerPayment.approve, { payment_id })).toBe(117)
  await an.call(partnerPayment.reject, { payment_id, reason: 'Rút lại' })
  expect((await balances()).partner).toBe(-90_000)
})

/** Sells one order for cash; gives what the partner owes for it. */
const sellForCash = async () => {
  const { amount, fee, commission } = await office.db
    .selectFrom('sale_order')
    .select(['amount', 'fee', 'commission'])
    .where('order_id', '=', await sell(office, pos))
    .executeTakeFirstOrThrow()
  return amount + fee - commission
}

test('117: cash that no statement has yet counts against the limit, also when it was taken before the approval', async () => {
  await limit(0)
  await add(an, deposited, 100_000)
  const room = 100_000 - (await sellForCash())
  for (const kind of [deposit_returned, paid_out])
    expect(await codeOf(an, partnerPayment.add, draft(kind, room + 1))).toBe(117)
  expect(await codeOf(an, partnerPayment.add, draft(deposit_returned, room))).toBe(0)
  await limit(second_from)
  const { payment_id, status } = await add(an, paid_out, second_from)
  expect(status).toBe(paymentStatus.waiting)
  await sellForCash()
  expect(await codeOf(binh, partnerPayment.approve, { payment_id })).toBe(117)
})

test('a partner’s operator cannot change its debt limit', async () => {
  const operator = await office.hire(partnerPage.rights, { partner_id })
  expect(await codeOf(operator, partner.update, { partner_id, debt_limit: 5 })).toBe(169)
})

test('the ledger is consistent after all tests above', async () => {
  expect(await proofs(office)).toEqual([])
})
