// `npm run bench:sales`: latency of reports and order lists on twenty million order lines, compared with summing the orders themselves, which must
// give the same figures to the đồng. `-- --lines 200000` for a quick run. The database is dropped afterwards.
import { randomUUID } from 'node:crypto'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import type { Call } from '#contract/call.ts'
import { channel } from '#contract/wire.ts'
import { createClient } from '#server/database/pool.ts'
import { startThrowAway } from '#server/testing/throw-away.ts'
import { transactions } from '#features/orders/order/transaction.contract.ts'
import { breakdown } from '#features/reports/breakdown/breakdown.contract.ts'
import { salesChart } from '#features/reports/sales-chart/sales-chart.contract.ts'
import { sales } from '#features/reports/sales/sales.contract.ts'
import { verifySales } from '#features/reports/roll-up/verify-sales.server.ts'
import type { Tokens } from './bench-server.ts'
import { days, fillSales } from './bench-sales-fill.ts'
import { endBenchServer, startBenchServer, type BenchServer } from './bench-fork.ts'

const { values } = parseArgs({ options: { lines: { type: 'string', default: '20000000' } } })
const lines = Number(values.lines)
const tries = 7

const dayBefore = (count: number) =>
  new Date(Date.now() - count * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Ho_Chi_Minh' })
const today = dayBefore(0)
const lastDays = (count: number) => ({ from_date: dayBefore(count - 1), to_date: today })

interface Case {
  name: string
  call: Call
  input: Record<string, unknown>
  person?: keyof Tokens
}
/** A report with the WHERE and GROUP BY that compute its figures from the orders themselves. */
interface ReportCase extends Case {
  where: string
  by: string
  of_lines?: boolean
}

const xskt = 'o.category < 10'
const xsdt = 'o.category >= 10'
const within = (line: string, { from_date, to_date }: { from_date: string; to_date: string }) =>
  `${line} and o.order_id >= first_order_id('${from_date}') and o.order_id < first_order_id(date '${to_date}' + 1)`

const reports: ReportCase[] = [
  {
    name: 'one day, by shop',
    call: sales.xsdt,
    input: { ...lastDays(1), group_by: 'pos' },
    where: within(xsdt, lastDays(1)),
    by: 'o.pos_id',
  },
  { name: 'a week, by day', call: sales.xskt, input: lastDays(7), where: within(xskt, lastDays(7)), by: 'o.order_day' },
  {
    name: 'a month, by day',
    call: sales.xsdt,
    input: lastDays(30),
    where: within(xsdt, lastDays(30)),
    by: 'o.order_day',
  },
  {
    name: 'a month, by day, shop, product',
    call: sales.xsdt,
    input: { ...lastDays(30), group_by: 'day,pos,category' },
    where: within(xsdt, lastDays(30)),
    by: 'o.order_day, o.pos_id, o.category',
  },
  {
    name: 'a month, by agent and station',
    call: sales.xskt,
    input: { ...lastDays(30), group_by: 'partner,area' },
    where: within(xskt, lastDays(30)),
    by: 'o.partner_id, o.area_id',
  },
  {
    name: 'a quarter of one shop, by account',
    call: sales.xsdt,
    input: { ...lastDays(92), pos_id: 3, group_by: 'user_pos' },
    where: `${within(xsdt, lastDays(92))} and o.pos_id = 3`,
    by: 'o.user_pos_id',
  },
  {
    name: 'two years, by day',
    call: sales.xsdt,
    input: lastDays(days),
    where: within(xsdt, lastDays(days)),
    by: 'o.order_day',
  },
  {
    name: 'two years, by agent',
    call: sales.xsdt,
    input: { ...lastDays(days), group_by: 'partner' },
    where: within(xsdt, lastDays(days)),
    by: 'o.partner_id',
  },
  {
    name: 'a year, by shop and product',
    call: sales.xsdt,
    input: { ...lastDays(365), group_by: 'pos,category' },
    where: within(xsdt, lastDays(365)),
    by: 'o.pos_id, o.category',
  },
  {
    name: "an agent's month, by shop",
    call: sales.xsdt,
    input: { ...lastDays(30), group_by: 'pos' },
    person: 'operator',
    where: `${within(xsdt, lastDays(30))} and o.partner_id = 17`,
    by: 'o.pos_id',
  },
  {
    name: "an agent's year, by product",
    call: sales.xsdt,
    input: { ...lastDays(365), group_by: 'category' },
    person: 'operator',
    where: `${within(xsdt, lastDays(365))} and o.partner_id = 17`,
    by: 'o.category',
  },
  {
    name: 'a year, by account',
    call: sales.xsdt,
    input: { ...lastDays(365), group_by: 'user_pos' },
    where: within(xsdt, lastDays(365)),
    by: 'o.user_pos_id',
  },
  {
    name: 'a month, by value',
    call: breakdown.byPrice,
    input: lastDays(30),
    where: within(xsdt, lastDays(30)),
    by: 'sale_band(o.amount)',
  },
  {
    name: 'a month, by group',
    call: breakdown.byGroup,
    input: lastDays(30),
    where: within(xsdt, lastDays(30)),
    by: 'p.pos_group_id',
  },
  {
    name: 'a month, by type of play',
    call: breakdown.byType,
    input: lastDays(30),
    where: within(xsdt, lastDays(30)),
    by: 'l.play_type',
    of_lines: true,
  },
  {
    name: 'two years, by type of play',
    call: breakdown.byType,
    input: lastDays(days),
    where: within(xsdt, lastDays(days)),
    by: 'l.play_type',
    of_lines: true,
  },
  {
    name: 'chart of a month',
    call: salesChart.byDay,
    input: lastDays(30),
    where: within(xsdt, lastDays(30)),
    by: 'o.order_day',
  },
  {
    name: 'chart of a year',
    call: salesChart.byDay,
    input: lastDays(365),
    where: within(xsdt, lastDays(365)),
    by: 'o.order_day',
  },
  {
    name: 'hours of a day',
    call: salesChart.byHour,
    input: { date: dayBefore(1) },
    where: within(xsdt, { from_date: dayBefore(1), to_date: dayBefore(1) }),
    by: 'extract(hour from o.ordered_at)',
  },
]

const month = { line: 'xsdt', ...lastDays(30) }
const orders: Case[] = [
  { name: 'today', call: transactions.list, input: { ...lastDays(1), part: 'rows' } },
  { name: 'today, with its totals', call: transactions.list, input: lastDays(1) },
  { name: 'a month', call: transactions.list, input: { ...lastDays(30), part: 'rows' } },
  { name: '… page 1,000', call: transactions.list, input: { ...lastDays(30), part: 'rows', page_index: 1_000 } },
  { name: '… of one shop', call: transactions.list, input: { ...lastDays(30), pos_id: 140, part: 'rows' } },
  { name: '… of one shop, with its totals', call: transactions.list, input: { ...lastDays(30), pos_id: 140 } },
  {
    name: '… of one customer',
    call: transactions.list,
    input: { ...lastDays(30), keyword: '0900007919', part: 'rows' },
  },
  { name: '… given back', call: transactions.list, input: { ...lastDays(30), status: 12, part: 'rows' } },
  { name: '… of one agent', call: transactions.list, input: { ...lastDays(30), partner_id: 17, part: 'rows' } },
  { name: '… of a station', call: transactions.list, input: { ...lastDays(30), area_id: 3, part: 'rows' } },
  {
    name: '… from 500,000 đ, of Keno',
    call: transactions.list,
    input: { ...month, category: 16, band: 6, part: 'rows' },
  },
  { name: '… with its totals', call: transactions.list, input: lastDays(30) },
  {
    name: 'behind a figure: a shop and day',
    call: transactions.list,
    input: { ...lastDays(1), line: 'xsdt', pos_id: 3, is_sale: true },
  },
]

async function send(
  { url, tokens }: BenchServer,
  { call, input, person = 'office' }: Case,
): Promise<Record<string, unknown>> {
  const query = new URLSearchParams({ channel, transid: randomUUID() })
  for (const [name, value] of Object.entries(input)) query.set(name, String(value))
  const response = await fetch(`${url}${call.path}?${query}`, {
    headers: { authorization: `Bearer ${tokens[person]}` },
  })
  const { error, data } = (await response.json()) as {
    error: { code: number; message: string }
    data: Record<string, unknown>
  }
  if (error.code !== 0) throw new Error(`${call.name} ${query}: ${error.code} ${error.message}`)
  return data
}

/** Median duration of up to `max_tries` tries within ten seconds, after a warm-up. */
async function medianOf<T>(work: () => Promise<T>, max_tries = tries): Promise<{ ms: number; answer: T }> {
  let answer = await work()
  const times: number[] = []
  const until = performance.now() + 10_000
  while (times.length < max_tries && (times.length === 0 || performance.now() < until)) {
    const started_ms = performance.now()
    answer = await work()
    times.push(performance.now() - started_ms)
  }
  return { ms: times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!, answer }
}

function fullSum(client: pg.Client, { where, by, of_lines }: ReportCase) {
  const from = of_lines
    ? 'sale_order o join order_line l using (order_id) join pos p using (pos_id)'
    : 'sale_order o join pos p using (pos_id)'
  const row = of_lines ? 'l' : 'o'
  return client.query<{ quantity: number; amount: number }>(
    `select ${by}, sum(${row}.quantity) as quantity, sum(${row}.amount) as amount from ${from} where is_sale(o.status) and ${where} group by ${by}`,
  )
}

type Figures = { quantity: number; amount: number }
const total = (rows: readonly Figures[], name: keyof Figures) => rows.reduce((sum, row) => sum + row[name], 0)

const pad = (text: string, width: number) => text.padEnd(width)
const ms = (value: number) => `${value.toFixed(1).padStart(8)} ms`

async function measureReports(server: BenchServer, client: pg.Client): Promise<void> {
  console.log(`\n${pad('report', 36)}${pad('through HTTP', 16)}${pad('adding up the rows', 21)}ratio`)
  for (const report of reports) {
    const call_ms = await medianOf(() => send(server, report))
    const theirs = await medianOf(() => fullSum(client, report), 3)
    const sums = (call_ms.answer.sums ?? null) as Figures | null
    const items = call_ms.answer.items as Figures[]
    for (const name of ['quantity', 'amount'] as const) {
      const [reported, added] = [sums?.[name] ?? total(items, name), total(theirs.answer.rows, name)]
      if (reported !== added)
        throw new Error(`${report.name}: the report says ${name} ${reported}, its orders are ${added}`)
    }
    console.log(
      `${pad(report.name, 36)}${ms(call_ms.ms)}     ${ms(theirs.ms)}       ${(theirs.ms / call_ms.ms).toFixed(0).padStart(5)}×`,
    )
  }
}

async function measureLists(server: BenchServer): Promise<void> {
  console.log(`\n${pad('list of orders', 36)}through HTTP`)
  for (const order of orders) {
    const { ms: took, answer } = await medianOf(() => send(server, order))
    const rows = (answer.items as unknown[]).length
    const of_all = answer.total === undefined ? '' : ` of ${String(answer.total)}`
    console.log(`${pad(order.name, 36)}${ms(took)}     ${rows} rows${of_all}`)
  }
}

console.log(`${lines.toLocaleString('en')} order lines, ${cpus().length} cores, load ${loadavg()[0]!.toFixed(1)}`)
const postgres = await startThrowAway()
try {
  let started_ms = performance.now()
  await fillSales(postgres.url, lines, (step) => {
    console.log(`${step} in ${((performance.now() - started_ms) / 1_000).toFixed(0)} s`)
    started_ms = performance.now()
  })
  const client = createClient(postgres.url)
  await client.connect()
  const { rows: sizes } = await client.query<
    Record<string, number>
  >(`select (select count(*) from sale_order) as orders,
    (select count(*) from order_line) as lines, (select count(*) from sale_sum) as sale_sum, (select count(*) from sale_day_account) as sale_day_account,
    (select count(*) from sale_month_account) as sale_month_account, (select count(*) from sale_hour_pos) as sale_hour_pos, (select count(*) from sale_play) as sale_play, pg_database_size(current_database()) / 1000000 as megabytes`)
  console.log(
    Object.entries(sizes[0]!)
      .map(([name, size]) => `${name} ${size.toLocaleString('en')}`)
      .join(', '),
  )
  const server = await startBenchServer(postgres.url)
  await measureReports(server, client)
  await measureLists(server)
  await endBenchServer(server)
  started_ms = performance.now()
  let faults = 0
  await verifySales(client, ({ what }) => ++faults <= 5 && console.log(`✗ ${what}`))
  console.log(
    `\nroll-ups held against all their orders: ${faults} differences, ${((performance.now() - started_ms) / 1_000).toFixed(1)} s`,
  )
  await client.end()
  if (faults > 0) process.exitCode = 1
} finally {
  await postgres.stop()
}
