import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { recordSearch } from '#contract/web-calls/search.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { checkPage, megaPowerPage, resultPage, sheetPage } from '#features/results/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos, sell, stockTickets } from '../../../testing/orders.ts'
import { confirmedResult, published_draw } from '../../../testing/prizes.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { check } from './check.contract.ts'
import { runPrizes } from '#features/results/prize-run/prize-run.jobs.ts'
import { enqueuePrizeRun } from '#features/results/prize-run/prize-run.server.ts'

let office: Office
let an: Person
let open_date: string
let order_id: number
let period_id: number

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([checkPage.view, transactionPage.view])
  const pos = await openPos(office)
  open_date = await dayFromNow(office.db, 0)
  const base_id = await openStore(office, [stations.tphcm])
  const place = { area_id: stations.tphcm, open_date, base_id }
  await setPeriod(office, stations.tphcm, open_date, 'open')
  await stockTickets(office, place, 1, '040588')
  await stockTickets(office, place, 1, '128531')
  order_id = await sell(office, pos, {
    area_id: stations.tphcm,
    open_date,
    tickets: [{ number: '040588', quantity: 1 }],
  })
  await office.write(async (db) => {
    const { rows } = await sql<{ period_id: number }>`
      update draw_period set open_at = now() - interval '5 hours', return_until = now() - interval '4 hours', stop_at = now() - interval '3 hours',
        print_at = now() - interval '3 hours', draw_at = now() - interval '1 hour'
      where area_id = ${stations.tphcm} and open_date = ${open_date} returning period_id`.execute(db)
    ;({ period_id } = rows[0]!)
  })
})
afterAll(() => office.close())

const checkNumbers = (...numbers: string[]) =>
  an.call(check.check, {
    category: product.south,
    area_id: stations.tphcm,
    open_date,
    entries: numbers.map((entry_numbers) => ({ numbers: entry_numbers })),
  })

test('a draw that does not exist or has no confirmed result is refused', async () => {
  expect(await errorCodeOf(checkNumbers('040588'))).toBe(148)
  const unknownDraw = { category: product.south, area_id: 99, open_date, entries: [{ numbers: '040588' }] }
  expect(await errorCodeOf(an.call(check.check, unknownDraw))).toBe(137)
})

test('each number is answered with its prizes, tax and net amount; an unreadable one with the reason', async () => {
  await confirmedResult(office.db, period_id, published_draw)
  const answer = await checkNumbers('040589', '140589', '128531', '004753', '5512')
  expect(answer.entries).toMatchObject([
    { numbers: '040589', text: 'Giải đặc biệt', gross: 2_000_000_000, tax: 198_000_000, net: 1_802_000_000 },
    { text: 'Phụ đặc biệt', gross: 50_000_000, tax: 3_000_000, net: 47_000_000, marks: '011111' },
    { text: 'Giải sáu + Giải tám', gross: 500_000, tax: 0, net: 500_000 },
    { text: '', gross: 0, error: null },
    { numbers: '5512', error: 'Có 4 chữ số, cần 6', gross: 0 },
  ])
  expect(answer).toMatchObject({ won: 3, unread: 1, gross: 2_050_500_000, tax: 201_000_000, net: 1_849_500_000 })
})

test('after the prize run an entry has the order of its ticket, and whether the ticket was unsold', async () => {
  await office.write((db) => enqueuePrizeRun(db, async () => undefined, period_id))
  await runPrizes(office.db, period_id)
  const { entries } = await checkNumbers('040588', '128531', '140589')
  expect(entries.map((entry) => [entry.order_id, entry.is_unsold])).toEqual([
    [order_id, false],
    [null, true],
    [null, false],
  ])
})

test('whoever may see results may check prizes', async () => {
  for (const page of [resultPage, sheetPage, megaPowerPage]) {
    const reader = await office.hire([page.view])
    const { entries } = await reader.call(check.check, {
      category: product.south,
      period_id,
      entries: [{ numbers: '040588' }],
    })
    expect(entries.map(({ gross }) => gross > 0)).toEqual([true])
  }
})

test('orders and stock outside the scope are not shown', async () => {
  const stranger = await office.hire([checkPage.view], { partner_id: (await openPos(office)).partner_id })
  const { entries } = await stranger.call(check.check, {
    category: product.south,
    period_id,
    entries: [{ numbers: '040588' }, { numbers: '128531' }],
  })
  expect(entries.map((entry) => [entry.gross > 0, entry.order_id, entry.is_unsold])).toEqual([
    [true, null, false],
    [true, null, false],
  ])
})

test('the global search checks the prizes of a number, with or without a station', async () => {
  const find = async (keyword: string) => {
    const groups = await an.call(recordSearch.find, { keyword })
    return groups.flatMap(({ items }) => items.map(({ label }) => label))
  }
  expect(await find('dò 128531 hcm')).toEqual(['128531 · TP. Hồ Chí Minh: Giải sáu + Giải tám, 500.000 đ'])
  expect(await find('do 004753')).toEqual(['004753 · TP. Hồ Chí Minh: Không trúng'])
})
