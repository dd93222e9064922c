import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { createClient } from '#server/database/pool.ts'
import { transactions } from '#features/orders/order/transaction.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { sellPaid } from '../../../testing/paid.ts'
import { openMarket } from '../../../testing/sales.ts'
import { adoptSales } from './adopt-sales.server.ts'
import { drillDown } from '#features/reports/report/drill-down.rules.ts'
import { salesXsdtPage } from '#features/reports/pages.contract.ts'
import { sales } from '#features/reports/sales/sales.contract.ts'

let office: Office
let an: Person
let owner: pg.Client

beforeAll(async () => {
  office = await openOffice()
  const market = await openMarket(office)
  an = await office.hire([salesXsdtPage.view, transactionPage.view])
  await sellPaid(office, market, { at: new Date().toISOString(), category: product.keno })
  owner = createClient(office.database_url)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await office.close()
})

/** Sets transaction ids as a dump of an older cluster would have them. */
async function restoreFromElsewhere(cluster: number | null): Promise<void> {
  await owner.query(`alter table sale_order disable trigger user;
    update sale_order set counted = '9000000000' where counted is not null;
    alter table sale_order enable trigger user`)
  if (cluster !== null) await owner.query('update sale_fold set cluster = $1', [cluster])
}

async function opened(): Promise<{ figure: number; orders: number | undefined }> {
  const report = await an.call(sales.xsdt, {})
  const { as_of: _, ...link } = drillDown('xsdt', report, {}, null)
  const { total } = await an.call(transactions.list, link)
  return { figure: report.sums!.orders, orders: total }
}

test('adoptSales after a restore into another cluster lets figures find their orders, and keeps the triggers', async () => {
  expect(await opened()).toEqual({ figure: 1, orders: 1 })
  await restoreFromElsewhere(1)
  expect(await opened()).toEqual({ figure: 1, orders: 0 })
  await adoptSales(office.database_url)
  expect(await opened()).toEqual({ figure: 1, orders: 1 })
  await expect(owner.query('update sale_order set version = version + 1')).rejects.toThrow('outside a call')
})

test('adoptSales changes no order when the cluster is the same', async () => {
  await restoreFromElsewhere(null)
  await adoptSales(office.database_url)
  expect(await opened()).toEqual({ figure: 1, orders: 0 })
})
