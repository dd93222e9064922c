/** How an order is found, and what the export of a search contains. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readRows } from '#contract/sheet/read-file.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import { errorCode } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, sell, setGamePeriod, type SellingPos, setOrder } from '../../../testing/orders.ts'
import { orders, transactions } from './transaction.contract.ts'

let office: Office
let an: Person
let pos: SellingPos

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire(transactionPage.rights)
  pos = await openPos(office)
})
afterAll(() => office.close())

test('a done order has the status of waiting for its draw from the stop on', async () => {
  const period_id = await setGamePeriod(office, product.keno, 'open')
  const order_id = await sell(office, pos, { period_id })
  const hasStatus = async (status: 4 | 5) =>
    (await an.call(transactions.list, { period_id, status })).items.map((row) => [row.order_id, row.status])
  expect([await hasStatus(4), await hasStatus(5)]).toEqual([[[order_id, 4]], []])
  await office.write((db) =>
    db
      .updateTable('draw_period')
      .set({ return_until: sql`now() - interval '1 minute'`, stop_at: sql`now() - interval '1 minute'` })
      .where('period_id', '=', period_id)
      .execute(),
  )
  expect([await hasStatus(4), await hasStatus(5)]).toEqual([[], [[order_id, 5]]])
})

test('a search over more days than allowed is refused at the dates', async () => {
  const search = (input: Record<string, unknown>) => an.raw(transactions.list, input)
  const { body } = await search({ from_date: '2026-01-01', to_date: '2026-12-31' })
  expect(body.error.code).toBe(errorCode('search_time_exceeded'))
  expect(Object.keys((body.data as { fields: object }).fields)).toEqual(['from_date', 'to_date'])
  expect((await search({ from_date: '2026-02-02', to_date: '2026-02-01' })).body.error.code).toBe(
    errorCode('from_exceeds_to'),
  )
  const years = { from_date: '2022-01-01', to_date: '2026-12-31', snapshot: '1:1:' }
  const messageOf = async (input: Record<string, unknown>) => (await search(input)).body.error.message
  expect(await messageOf(years)).toMatch('Chỉ tìm được trong 92 ngày')
  expect(await messageOf({ ...years, is_sale: true })).toMatch('Chỉ tìm được trong 800 ngày')
  expect((await search({ snapshot: '9:1:' })).body.error.code).toBe(errorCode('request_invalid'))
})

test('an order is found by its number, by its last digits and by the customer’s phone number', async () => {
  const order_id = await sell(office, pos, { vendor_code: 'MOMO', msisdn: '84905557777' })
  const search = async (keyword: string) =>
    (await an.call(transactions.list, { keyword })).items.map((row) => row.order_id)
  expect(await search(String(order_id))).toEqual([order_id])
  expect(await search(String(order_id % 1_000_000_000))).toEqual([order_id])
  expect(await search('0905 557 777')).toEqual([order_id])
  expect(await search('84905557777')).toEqual([order_id])
  expect(await search('không có')).toEqual([])
})

test('an order is found by its customer’s name without accents and by the payment reference of the vendor', async () => {
  const order_id = await sell(office, pos, { vendor_code: 'MOMO', msisdn: '84905557778' })
  await setOrder(office, order_id, { full_name: 'Đặng Thị Hồng Nhung' })
  const { items } = await an.call(transactions.list, { keyword: 'dang thi hong' })
  expect(items).toMatchObject([{ order_id, full_name: 'Đặng Thị Hồng Nhung' }])
  const { vendor_ref } = items[0]!
  expect((await an.call(transactions.list, { keyword: vendor_ref! })).items.map((row) => row.order_id)).toEqual([
    order_id,
  ])
  expect((await an.call(transactions.list, { keyword: 'dang % hong' })).items).toEqual([])
})

test('an order is found by its draw, by the code or name of its point of sale, and by its partner', async () => {
  const shop = await openPos(office)
  const period_id = await setGamePeriod(office, product.bingo18, 'open')
  const board = { play_type: playTypesOf(product.bingo18)[0]!.play_type, numbers: '1', stake: 1 }
  const order_id = await sell(office, shop, { category: product.bingo18, period_id, boards: [board] })
  await sell(office, pos)
  await office.write(async (db) => {
    await sql`update pos set pos_name = 'Tạp hóa Bến Thượng' where pos_id = ${shop.pos_id}`.execute(db)
    await sql`update partner set partner_name = 'Đại lý Sông Trà' where partner_id = ${shop.partner_id}`.execute(db)
  })
  const { period_code } = await an.call(orders.detail, { order_id })
  const search = async (keyword: string) =>
    (await an.call(transactions.list, { keyword })).items.map((row) => row.order_id)
  for (const keyword of [period_code, period_code.slice(-8), shop.pos_code.toLowerCase(), 'ben thuong', 'song tra'])
    expect(await search(keyword), keyword).toEqual([order_id])
  expect(await search('ben % thuong')).toEqual([])
})

test('the list returns the days that it searched: the last 92 by default, all for an order number or a phone number', async () => {
  const searched = async (input: Record<string, unknown>) => {
    const { searched_from, searched_to, search_days } = await an.call(transactions.list, { ...input, part: 'totals' })
    return { searched_from, searched_to, search_days }
  }
  const { rows } = await sql<{ today: string; first: string }>`
    select current_date::text as today, (current_date - 91)::text as first`.execute(office.db)
  const { today, first } = rows[0]!
  expect(await searched({})).toEqual({ searched_from: first, searched_to: today, search_days: 92 })
  const day = { from_date: '2026-01-02', to_date: '2026-01-02' }
  expect(await searched(day)).toEqual({ searched_from: '2026-01-02', searched_to: '2026-01-02', search_days: 92 })
  for (const keyword of ['0905557778', '260101000000001'])
    expect(await searched({ keyword })).toEqual({ searched_from: undefined })
})

test('days before 2000 or after 2099 are refused, and the last one of 2099 is searched', async () => {
  const search = async (from_date: string, to_date: string) =>
    (await an.raw(transactions.list, { from_date, to_date })).body
  const today = new Date().toISOString().slice(2, 10)
  const past = await search(`19${today}`, `19${today}`)
  expect(past.error.code).toBe(errorCode('request_invalid'))
  expect((past.data as { fields: object }).fields).toEqual({
    from_date: 'Hãy chọn ngày từ năm 2000 đến năm 2099.',
  })
  expect((await search('2100-01-01', '2100-01-01')).error.code).toBe(errorCode('request_invalid'))
  expect((await search('2099-12-31', '2099-12-31')).error.code).toBe(0)
})

test('a search by phone number goes back further than the days of a search without it', async () => {
  const msisdn = '84905557779'
  const order_id = await sell(office, pos, { vendor_code: 'MOMO', msisdn })
  await office.write(async (db) => {
    await sql`select make_sale_partitions((current_date - 120)::date, current_date)`.execute(db)
    await sql`insert into sale_order (order_id, ordered_at, category, period_id, open_date, pos_id, device_id, msisdn, handling, quantity, amount)
      select first_order_id(current_date - 100) + order_id % 1000000000, ordered_at - interval '100 days', category, period_id, open_date, pos_id,
        device_id, msisdn, handling, quantity, amount from sale_order where order_id = ${order_id}`.execute(db)
  })
  expect((await an.call(transactions.list, { keyword: '0905557779' })).total).toBe(2)
  expect(
    (await an.call(transactions.list, { keyword: '0905557779', from_date: '2026-01-01', to_date: '2026-01-02' })).total,
  ).toBe(0)
})

async function rowsIn(file: Blob): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  await readRows(file, default_limits, (part) => rows.push(...part))
  return rows
}

test('the export has the rows and the sums of the list', async () => {
  const filter = { pos_id: pos.pos_id, is_sale: true }
  const list = await an.call(transactions.list, { ...filter, page_size: 300 })
  const { file, headers } = await an.raw(transactions.export, filter)
  expect(headers.get('content-disposition')).toMatch(
    /^attachment; filename\*=UTF-8''lich-su-giao-dich-\d{8}-\d{4}\.xlsx$/,
  )
  const [head, ...rows] = await rowsIn(file!)
  const column = (label: string) => head!.cells.indexOf(label)
  expect(rows.map(({ cells }) => cells[column('Mã đơn')])).toEqual(list.items.map((row) => String(row.order_id)))
  expect(rows.reduce((sum, { cells }) => sum + Number(cells[column('Tổng tiền')]), 0)).toBe(list.sums!.total)
  const nobody = await office.hire([transactionPage.view])
  expect((await nobody.raw(transactions.export, filter)).body.error.code).toBe(errorCode('no_right'))
  expect((await an.raw(transactions.export, { from_date: '2026-02-02', to_date: '2026-02-01' })).body.error.code).toBe(
    errorCode('from_exceeds_to'),
  )
})
