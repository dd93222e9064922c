/** Rates of a partner: the commission of orders, the days of a rate, and who may change rates. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordHistory } from '#features/access/audit/record-history.contract.ts'
import { orders } from '#features/orders/order/transaction.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { partnerPage } from '#features/partners/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, sell, type SellingPos } from '../../../testing/orders.ts'
import { dayFromNow } from '../../../testing/tickets.ts'
import { discountState, merchantDiscount } from './merchant-discount.contract.ts'

let office: Office
let an: Person
let pos: SellingPos
let today: string
let tomorrow: string
let yesterday: string
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...partnerPage.rights, ...transactionPage.rights])
  pos = await openPos(office)
  yesterday = await dayFromNow(office.db, -1)
  today = await dayFromNow(office.db, 0)
  tomorrow = await dayFromNow(office.db, 1)
})
afterAll(() => office.close())

const usual = (overrides: object = {}) => ({
  partner_id: pos.partner_id,
  category: product.keno,
  denomination: 10_000,
  rate: 700,
  from_date: today,
  ...overrides,
})
const add = (overrides: object = {}) => an.call(merchantDiscount.add, usual(overrides))
const refusal = async (call: Parameters<Person['raw']>[0], input: object) => {
  const { body } = await an.raw(call, input as Record<string, unknown>)
  const { fields } = (body.data ?? {}) as { fields?: Record<string, string> }
  return [body.error.code, ...Object.keys(fields ?? {})]
}
const commissionOf = async (order_id: number) => (await an.call(orders.detail, { order_id })).commission
/** Moves the rate into the past by some days. */
const passDays = (merchant_discount_id: number, days: number) =>
  office.write((db) =>
    sql`update merchant_discount set from_date = from_date - ${days}::integer, to_date = to_date - ${days}::integer
      where merchant_discount_id = ${merchant_discount_id}`.execute(db),
  )

test('an order earns commission at the rate of its day, and keeps it when the rate changes', async () => {
  const before = await sell(office, pos)
  const first = await add()
  expect(first).toMatchObject({ status: discountState.running, rate: 700, to_date: null })
  const with_rate = await sell(office, pos)
  const other_pos = await sell(office, await openPos(office))
  const ended = await an.call(merchantDiscount.update, { ...key(first), to_date: today, version: first.version })
  await add({ rate: 900, from_date: tomorrow })
  await passDays(ended.merchant_discount_id, 1)
  const { merchant_discount_id } = (await an.call(merchantDiscount.list, { partner_id: pos.partner_id })).items[0]!
  await passDays(merchant_discount_id, 1)
  const later = await sell(office, pos)
  expect(await Promise.all([before, with_rate, other_pos, later].map(commissionOf))).toEqual([500, 700, 500, 900])
})

const key = ({ merchant_discount_id }: { merchant_discount_id: number }) => ({ merchant_discount_id })

test('of twenty parallel rates for one product, denomination and day only one is accepted', async () => {
  const [product_of, from_date] = [{ category: product.mega645 }, tomorrow]
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      refusal(merchantDiscount.add, usual({ ...product_of, rate: 100 + n, from_date })),
    ),
  )
  expect(answers.filter(([code]) => code === 0)).toHaveLength(1)
  expect(answers.filter(([code, field]) => code === 9150 && field === 'from_date')).toHaveLength(19)
})

test('a started rate can only be ended, a future one can be changed and deleted, and past days cannot be set', async () => {
  const base = { category: product.max3d }
  expect(await refusal(merchantDiscount.add, usual({ ...base, from_date: yesterday }))).toEqual([140, 'from_date'])
  expect(await refusal(merchantDiscount.add, usual({ ...base, denomination: 12_345 }))).toEqual([124, 'denomination'])
  expect(await refusal(merchantDiscount.add, usual({ ...base, to_date: yesterday }))).toEqual([9118, 'to_date'])
  expect(await refusal(merchantDiscount.add, usual({ ...base, partner_id: 2_000_000_000 }))).toEqual([
    132,
    'partner_id',
  ])
  const running = await add(base)
  expect(await refusal(merchantDiscount.update, { ...key(running), rate: 800 })).toEqual([140, 'rate'])
  expect(await refusal(merchantDiscount.update, { ...key(running), to_date: yesterday })).toEqual([140, 'to_date'])
  expect(await refusal(merchantDiscount.delete, key(running))).toEqual([140])
  const ended = await an.call(merchantDiscount.update, { ...key(running), to_date: today })
  expect(ended.to_date).toBe(today)
  const ahead = await add({ ...base, from_date: tomorrow })
  expect((await an.call(merchantDiscount.update, { ...key(ahead), rate: 650 })).rate).toBe(650)
  await an.call(merchantDiscount.delete, key(ahead))
  expect(await refusal(merchantDiscount.delete, key(ahead))).toEqual([9005])
  const { items } = await an.call(recordHistory.history, {
    table_name: 'merchant_discount',
    row_id: String(running.merchant_discount_id),
  })
  expect(items).toHaveLength(2)
})

test('each invalid row of an import is refused at its invalid column', async () => {
  const { partner_code } = await office.db
    .selectFrom('partner')
    .select('partner_code')
    .where('partner_id', '=', pos.partner_id)
    .executeTakeFirstOrThrow()
  const row = { partner_code, product_type_code: '', denomination: 10_000, from_date: today, to_date: tomorrow }
  const { rows: codes } = await sql<{ code: string }>`
    select category_code as code from category where category = ${product.south}`.execute(office.db)
  const good = { ...row, product_type_code: codes[0]!.code }
  const rows = [
    good,
    { ...good, rate: 500 },
    { ...good, partner_code: 'KHONG-CO' },
    { ...good, product_type_code: 'KHONG-CO' },
    { ...good, denomination: 1 },
    { ...good, rate: 500, from_date: yesterday },
  ]
  const fields = ({ refused }: { refused: { index: number; field?: string | null | undefined }[] }) =>
    refused.map(({ index, field }) => [index, field])
  const faults = [
    [0, 'rate'],
    [2, 'partner_code'],
    [3, 'product_type_code'],
    [4, 'denomination'],
    [5, 'from_date'],
  ]
  expect(fields(await an.call(merchantDiscount.import, { rows }))).toEqual(faults)
})

test('a preview imports nothing, and a row that is imported twice is added once', async () => {
  const { rows: choices } = await sql<{ partner_code: string; code: string }>`
    select partner_code, category_code as code from partner, category
    where partner_id = ${pos.partner_id} and category = ${product.north}`.execute(office.db)
  const row = {
    partner_code: choices[0]!.partner_code,
    product_type_code: choices[0]!.code,
    denomination: 10_000,
    from_date: today,
    to_date: tomorrow,
  }
  const count = async () =>
    (await an.call(merchantDiscount.list, { partner_id: pos.partner_id, category: product.north })).total
  expect((await an.call(merchantDiscount.import, { rows: [row], rate: 650, dry_run: true })).refused).toEqual([])
  expect(await count()).toBe(0)
  expect(
    (await an.call(merchantDiscount.import, { rows: [row, { ...row, rate: 700 }], rate: 650 })).refused,
  ).toMatchObject([{ index: 1, field: 'from_date' }])
  expect(await an.call(merchantDiscount.import, { rows: [row], rate: 650 })).toMatchObject({ refused: [], same: [0] })
  expect(await count()).toBe(1)
})

test('an operator sees no rates of other partners, and can neither add nor import rates', async () => {
  const { partner_id } = await openPos(office)
  await add({ category: product.bingo18 })
  const operator = await office.hire(partnerPage.rights, { partner_id })
  expect((await operator.call(merchantDiscount.list, {})).items).toEqual([])
  for (const [call, input] of [
    [merchantDiscount.add, usual({ partner_id })],
    [merchantDiscount.import, { rows: [] }],
  ] as const)
    expect((await operator.raw(call, input)).body.error.code).toBe(169)
})
