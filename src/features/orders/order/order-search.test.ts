/** How an order is found, and what the file of a search has. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors, type ErrorName } from '#contract/errors.ts'
import { readRows } from '#contract/sheet/read-file.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { usual_limits } from '#contract/sheet/sheet-limits.ts'
import { asProgram } from '#server/serve.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openShop, sell, setGamePeriod, type Shop } from '../../../testing/orders.ts'
import { transactions } from './transaction.contract.ts'

let office: Office
let an: Person
let shop: Shop

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire(transactionPage.rights)
  shop = await openShop(office)
})
afterAll(() => office.close())

const code = (name: ErrorName) => errors[name][0]

test('a done order waits for its draw from the stop on', async () => {
  const period_id = await setGamePeriod(office, product.keno, 'open')
  const order_id = await sell(office, shop, { period_id })
  const inState = async (wanted: 4 | 5) =>
    (await an.call(transactions.list, { period_id, status: wanted })).items.map((row) => [row.order_id, row.status])
  expect([await inState(4), await inState(5)]).toEqual([[[order_id, 4]], []])
  await asProgram(office.db, 'program test', (db) =>
    db
      .updateTable('draw_period')
      .set({ return_until: sql`now() - interval '1 minute'`, stop_at: sql`now() - interval '1 minute'` })
      .where('period_id', '=', period_id)
      .execute(),
  )
  expect([await inState(4), await inState(5)]).toEqual([[], [[order_id, 5]]])
})

test('a search over more days than allowed is refused at the dates', async () => {
  const search = (input: Record<string, unknown>) => an.raw(transactions.list, input)
  const { body } = await search({ from_date: '2026-01-01', to_date: '2026-12-31' })
  expect(body.error.code).toBe(code('search_time_exceeded'))
  expect(Object.keys((body.data as { fields: object }).fields)).toEqual(['from_date', 'to_date'])
  expect((await search({ from_date: '2026-02-02', to_date: '2026-02-01' })).body.error.code).toBe(
    code('from_exceeds_to'),
  )
  const years = { from_date: '2022-01-01', to_date: '2026-12-31', snapshot: '1:1:' }
  const told = async (input: Record<string, unknown>) => (await search(input)).body.error.message
  expect(await told(years)).toMatch('Chỉ tìm được trong 92 ngày')
  expect(await told({ ...years, is_sale: true })).toMatch('Chỉ tìm được trong 800 ngày')
  expect((await search({ snapshot: '9:1:' })).body.error.code).toBe(code('request_invalid'))
})

test('an order is found by its number, by the end of it, and by the customer’s phone', async () => {
  const order_id = await sell(office, shop, { vendor_code: 'MOMO', msisdn: '84905557777' })
  const found = async (keyword: string) =>
    (await an.call(transactions.list, { keyword })).items.map((row) => row.order_id)
  expect(await found(String(order_id))).toEqual([order_id])
  expect(await found(String(order_id % 1_000_000_000))).toEqual([order_id])
  expect(await found('0905 557 777')).toEqual([order_id])
  expect(await found('84905557777')).toEqual([order_id])
  expect(await found('không có')).toEqual([])
})

async function rowsIn(file: Blob): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  await readRows(file, usual_limits, (some) => rows.push(...some))
  return rows
}

test('the file has the rows of the list, and its sums', async () => {
  const filter = { pos_id: shop.pos_id, is_sale: true }
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
  expect((await nobody.raw(transactions.export, filter)).body.error.code).toBe(code('no_right'))
  expect((await an.raw(transactions.export, { from_date: '2026-02-02', to_date: '2026-02-01' })).body.error.code).toBe(
    code('from_exceeds_to'),
  )
})
