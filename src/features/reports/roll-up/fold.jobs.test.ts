import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos, sell, type SellingPos } from '../../../testing/orders.ts'
import { foldSales } from './fold.jobs.ts'
import { firstRow } from '../../../testing/first-row.ts'

let office: Office
let pos: SellingPos
beforeAll(async () => {
  office = await openOffice()
  pos = await openPos(office)
})
afterAll(() => office.close())

test('folding in parts, at once or repeatedly changes no total', async () => {
  const total = sql<{ orders: number; amount: number }>`
    select sum(orders)::bigint as orders, sum(amount)::bigint as amount from (
      select orders, amount from sale_day union all select orders, amount from sale_delta) s`
  await sell(office, pos)
  await sell(office, pos)
  const before = await firstRow(office.db, total)
  await office.write((db) => sql`select fold_sales(1)`.execute(db))
  expect(await firstRow(office.db, total)).toEqual(before)
  expect(await firstRow(office.db, sql`select count(*) > 0 as some from sale_delta`)).toEqual({ some: true })
  await foldSales(office.db)
  expect(await firstRow(office.db, total)).toEqual(before)
  expect(await firstRow(office.db, sql`select count(*) as n from sale_delta`)).toEqual({ n: 0 })
  await foldSales(office.db)
  expect(await firstRow(office.db, total)).toEqual(before)
})

test('twenty foldings at once, while orders come in, count each order once', async () => {
  const fold = () => office.write((db) => sql`select fold_sales(2)`.execute(db))
  await Promise.all(Array.from({ length: 20 }, () => [sell(office, pos), fold()]).flat())
  await foldSales(office.db)
  const ordered = sql`select count(*) as orders, sum(amount)::bigint as amount from sale_order where is_sale(status)`
  const folded = sql`select sum(orders)::bigint as orders, sum(amount)::bigint as amount from sale_day`
  expect(await firstRow(office.db, folded)).toEqual(await firstRow(office.db, ordered))
  expect(await firstRow(office.db, sql`select count(*) as n from sale_delta`)).toEqual({ n: 0 })
})
