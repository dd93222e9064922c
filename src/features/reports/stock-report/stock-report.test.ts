/** Compares stock reports with a naive count of tickets, slips and prizes, and with the lists behind their figures. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { returnReportPage, unsoldReportPage } from '#features/reports/pages.contract.ts'
import { runPrizes } from '#features/results/prize-run/prize-run.jobs.ts'
import { enqueuePrizeRun } from '#features/results/prize-run/prize-run.server.ts'
import {
  importApprovalPage,
  returnPage,
  storeTicketPage,
  ticketPage,
  unsoldPage,
  unsoldPrizePage,
} from '#features/tickets/pages.contract.ts'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { unsold, unsoldPrizes } from '#features/tickets/unsold/unsold.contract.ts'
import { xsktTicket } from '#features/tickets/xskt-ticket/xskt-ticket.contract.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { confirmedResult, published_draw } from '../../../testing/prizes.ts'
import { dayFromNow, openStore, setPeriod, stations } from '../../../testing/tickets.ts'
import { drillDownTargets, listFilter } from './drill-down-targets.rules.ts'
import { stockReport, type StockLevel } from './stock-report.contract.ts'

let office: Office
let an: Person
let binh: Person
let from_date: string
let to_date: string
let days: string[]

const pages = [
  unsoldReportPage,
  returnReportPage,
  storeTicketPage,
  importApprovalPage,
  ticketPage,
  returnPage,
  unsoldPage,
  unsoldPrizePage,
]

beforeAll(async () => {
  office = await openOffice()
  const stores = [await openStore(office, [stations.tphcm]), await openStore(office, [stations.dongthap])]
  an = await office.hire(pages.flatMap((page) => page.rights))
  binh = await office.hire(pages.flatMap((page) => page.rights))
  days = await Promise.all([-4, -3, -2, -1].map((n) => dayFromNow(office.db, n)))
  ;[from_date, to_date] = [days[2]!, days[3]!]
  for (const [n, open_date] of days.entries())
    for (const [index, area_id] of [stations.tphcm, stations.dongthap].entries()) {
      await setPeriod(office, area_id, open_date, 'open')
      await office.write((db) =>
        sql`insert into return_term (area_id, from_day, limit_rate, price_rate) values (${area_id}, ${open_date}, ${7_000 + n}, ${8_750 - index})`.execute(
          db,
        ),
      )
      await tradeOn({ area_id, open_date, base_id: stores[index]! }, n + index)
    }
})
afterAll(() => office.close())

interface Draw {
  area_id: number
  open_date: string
  base_id: number
}

/** Receives, sells and returns tickets; closes and settles the stock of every second draw. */
async function tradeOn(draw: Draw, n: number): Promise<void> {
  const tickets = ['040589', '128531', '004753', `10${n}001`].map((number, line) => ({
    number,
    quantity: 20 + n * 3 + line,
  }))
  const { ticket_import_id } = await an.call(ticketImport.create, { ...draw, tickets })
  await binh.call(ticketImport.approve, { ticket_import_id })
  if (n === 2) await mixFaceValues(draw)
  const data = [{ number: '004753', quantity: 7 + n }]
  const confirmed = await an.call(ticketReturn.returnBatch, { ...draw, data })
  await binh.call(ticketReturn.confirm, { ticket_return_id: confirmed.ticket_return_id })
  if (n % 2 === 1) {
    await binh.call(unsold.close, draw)
    await settle(draw)
  } else await an.call(ticketReturn.returnBatch, { ...draw, data: [{ number: '128531', quantity: 3 }] })
}

/** Adds a slip of the draw with another face value. */
async function mixFaceValues(draw: Draw): Promise<void> {
  const setFace = (face_value: number) =>
    office.write((db) =>
      sql`update draw_area set face_value = ${face_value} where area_id = ${draw.area_id}`.execute(db),
    )
  await setFace(20_000)
  const tickets = [{ number: '777777', quantity: 5 }]
  const { ticket_import_id } = await an.call(ticketImport.create, { ...draw, tickets })
  await binh.call(ticketImport.approve, { ticket_import_id })
  await setFace(10_000)
}

async function settle(draw: Draw): Promise<void> {
  const { period_id } = await office.db
    .selectFrom('draw_period')
    .select('period_id')
    .where('area_id', '=', draw.area_id)
    .where('open_date', '=', draw.open_date)
    .executeTakeFirstOrThrow()
  await confirmedResult(office.db, period_id, published_draw)
  await office.write((db) => enqueuePrizeRun(db, async () => undefined, period_id))
  await runPrizes(office.db, period_id)
  await binh.call(unsold.calculate, draw)
}

interface NaiveStock {
  day: string
  base_id: number
  area_id: number
  imported: number
  returned: number
  return_pending: number
  in_stock: number
  unsold_amount: number
  gross: number
  tax: number
  credited: number
  limit: number
}

/** The figures of every draw and store, counted ticket by ticket. */
async function naiveCount(from: string, to: string): Promise<NaiveStock[]> {
  const { rows } = await sql<NaiveStock>`
    select t.open_date as day, t.base_id, t.area_id, sum(t.imported)::bigint as imported, sum(t.returned)::bigint as returned,
      sum(t.return_pending)::bigint as return_pending, sum(t.in_stock)::bigint as in_stock,
      sum(t.in_stock * t.face_value)::bigint as unsold_amount,
      (select coalesce(sum(gross), 0)::bigint from unsold_prize u join draw_period p using (period_id)
        where p.open_date = t.open_date and p.area_id = t.area_id and u.base_id = t.base_id) as gross,
      (select coalesce(sum(tax), 0)::bigint from unsold_prize u join draw_period p using (period_id)
        where p.open_date = t.open_date and p.area_id = t.area_id and u.base_id = t.base_id) as tax,
      (select coalesce(sum(l.quantity * l.return_price), 0)::bigint from ticket_return_line l join ticket_return r using (ticket_return_id)
        where r.status = 2 and r.open_date = t.open_date and r.area_id = t.area_id and r.base_id = t.base_id) as credited,
      floor(sum(t.imported) * (select limit_rate from return_term r where r.area_id = t.area_id and r.from_day = t.open_date) / 10000)::bigint as "limit"
    from xskt_ticket t where t.open_date between ${from} and ${to} group by 1, 2, 3`.execute(office.db)
  return rows
}

const sumOf = <K extends keyof NaiveStock>(rows: readonly NaiveStock[], key: K) =>
  rows.reduce((sum, row) => sum + Number(row[key]), 0)

const combinations: StockLevel[][] = [['day'], ['base'], ['area'], ['day', 'area'], ['day', 'base', 'area']]

test.each(combinations.map((levels) => [levels.join(', '), levels] as const))(
  'by %s: every row equals a plain count of its tickets, slips and prizes',
  async (_, group_by) => {
    const naive = await naiveCount(days[0]!, to_date)
    expect(naive).toHaveLength(8)
    const input = { from_date: days[0]!, to_date, group_by: [...group_by], page_size: 100 }
    const [unsoldReport, returnReport] = [
      await an.call(stockReport.unsold, input),
      await an.call(stockReport.returned, input),
    ]
    const ofRow = (row: { day: string | null; base_id: number | null; area_id: number | null }) =>
      naive.filter(
        (movement) =>
          (row.day ?? movement.day) === movement.day &&
          (row.base_id ?? movement.base_id) === movement.base_id &&
          (row.area_id ?? movement.area_id) === movement.area_id,
      )
    for (const row of unsoldReport.items) {
      const tickets = ofRow(row)
      for (const key of [
        'imported',
        'returned',
        'return_pending',
        'in_stock',
        'unsold_amount',
        'gross',
        'tax',
      ] as const)
        expect(row[key], key).toBe(sumOf(tickets, key))
      expect(row.net).toBe(row.gross - row.tax)
      expect(row.imported).toBe(row.sold + row.return_pending + row.returned + row.in_stock)
      expect(row.unsold_share).toBe(Math.round((row.in_stock * 1_000) / row.imported))
    }
    for (const row of returnReport.items) {
      const tickets = ofRow(row)
      for (const key of ['imported', 'returned', 'limit', 'credited'] as const)
        expect(row[key], key).toBe(sumOf(tickets, key))
      expect(row.slip_quantity).toBe(row.returned)
      expect(row.used_share).toBe(Math.round(((row.returned + row.return_pending) * 1_000) / row.limit))
    }
    for (const key of ['imported', 'unsold_amount', 'gross', 'tax'] as const)
      expect(unsoldReport.sums![key]).toBe(sumOf(naive, key))
    for (const key of ['returned', 'limit', 'credited'] as const)
      expect(returnReport.sums![key]).toBe(sumOf(naive, key))
    expect(unsoldReport.total).toBe(unsoldReport.items.length)
  },
)

test('the lists behind a figure add up to it', async () => {
  const report = { from_date, to_date }
  const group_by: StockLevel[] = ['day', 'base', 'area']
  const { items: unsoldRows } = await an.call(stockReport.unsold, { ...report, group_by })
  const { items: returnRows } = await an.call(stockReport.returned, { ...report, group_by })
  expect(unsoldRows).toHaveLength(4)
  for (const row of unsoldRows) {
    const { sums: tickets } = await an.call(xsktTicket.list, listFilter(drillDownTargets.tickets, report, {}, row))
    expect(tickets).toMatchObject({
      imported: row.imported + row.transferred,
      transferred: row.transferred,
      sold: row.sold,
      returned: row.returned,
      in_stock: row.in_stock,
    })
    const { sums: unsoldSums } = await an.call(unsold.list, listFilter(drillDownTargets.unsold, report, {}, row))
    expect(unsoldSums).toEqual({ in_stock: row.in_stock, amount: row.unsold_amount })
    const { sums: won } = await an.call(unsoldPrizes.list, listFilter(drillDownTargets.prizes, report, {}, row))
    expect(won).toMatchObject({ won_count: row.won_count, gross: row.gross, tax: row.tax, net: row.net })
  }
  for (const row of returnRows) {
    const filter = listFilter(drillDownTargets.slips, report, {}, row) as Parameters<typeof slipsOf>[0]
    const { total, sums } = await slipsOf(filter)
    expect({ total, ...sums }).toEqual({ total: row.return_slips, quantity: row.slip_quantity, amount: row.credited })
  }
})
const slipsOf = (filter: { from_date: string; to_date: string }) => an.call(ticketReturn.list, filter)

test('the comparison has exactly the figures of the days before', async () => {
  const input = { from_date, to_date, compare: 'previous' as const }
  const [now, then] = [await naiveCount(from_date, to_date), await naiveCount(days[0]!, days[1]!)]
  const { items, compared } = await an.call(stockReport.unsold, { ...input, sort: 'day' })
  const [amount, before] = [sumOf(now, 'unsold_amount'), sumOf(then, 'unsold_amount')]
  expect(compared).toMatchObject({ from_date: days[0], to_date: days[1], until: to_date, amount, before })
  expect(compared!.change).toBe(Math.round(((amount - before) * 1_000) / before))
  expect(items.map((row) => row.before)).toEqual(
    [days[0], days[1]].map((day) =>
      sumOf(
        then.filter((movement) => movement.day === day),
        'unsold_amount',
      ),
    ),
  )
  const { compared: comparedReturns } = await an.call(stockReport.returned, input)
  expect(comparedReturns).toMatchObject({ amount: sumOf(now, 'returned'), before: sumOf(then, 'returned') })
})

test('people of a store see only their store', async () => {
  const input = { from_date: days[0]!, to_date, group_by: ['base' as const], page_size: 100 }
  const [ownRow] = (await an.call(stockReport.unsold, input)).items
  const keeper = await office.hire([unsoldReportPage.view, returnReportPage.view], { base_id: ownRow!.base_id! })
  expect((await keeper.call(stockReport.unsold, input)).items).toEqual([ownRow])
  expect((await keeper.call(stockReport.returned, input)).items).toMatchObject([{ base_id: ownRow!.base_id }])
})
