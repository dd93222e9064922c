import { sql } from 'kysely'
import { isDay } from '#contract/fields.ts'
import { messages } from '#contract/messages.ts'
import type { Db } from '#server/database/transaction.ts'
import { within } from '#server/scope.ts'
import { mayMake, serve } from '#server/serve.ts'
import { hasRight, type Me } from '#server/session/session.ts'
import type { Stamp } from '#features/reports/report/report.contract.ts'
import { salesOver, sold_sums, stampOf } from '#features/reports/report/report.query.server.ts'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import { storeTicketPage } from '#features/tickets/pages.contract.ts'
import { lineViews, salesChart } from './sales-chart.contract.ts'

interface StoreFilter {
  base_id?: number | null | undefined
}
interface SalesSums {
  orders: number
  quantity: number
  amount: number
}

const oneDay = ({ date }: { date?: string | null | undefined }) => ({ from_date: date })

export default serve(salesChart, {
  byDay: async ({ db, me, input, fail }) => days(db, me, 'xsdt', input, await stampOf(db, input, fail)),
  byDayXskt: async ({ db, me, input, fail }) => days(db, me, 'xskt', input, await stampOf(db, input, fail)),
  byHour: async ({ db, me, input, fail }) => hours(db, me, 'xsdt', input, await stampOf(db, oneDay(input), fail)),
  byHourXskt: async ({ db, me, input, fail }) => hours(db, me, 'xskt', input, await stampOf(db, oneDay(input), fail)),

  today: async ({ db, me, input, fail }) => {
    const stamp = await stampOf(db, oneDay(input), fail)
    const compared = await comparedDays(db, stamp.from_date)
    // Days of the contract begin in 1900, so the first ones have no earlier days to compare with.
    if (!isDay(compared.same_weekday)) fail('request_invalid', { fields: { date: messages.day } })
    const items = await salesSoFar(db, me, input, stamp.from_date, compared)
    return { ...stamp, ...compared, items, in_stock: await inStock(db, me, input, stamp.from_date) }
  },
})

const seesLine = (me: Me, line: ProductLine) => mayMake(me, lineViews[line])

const orZero = <N extends keyof SalesSums>(name: N) => sql<number>`coalesce(${sql.ref(`s.${name}`)}, 0)`.as(name)
const sold_or_zero = [orZero('orders'), orZero('quantity'), orZero('amount')] as const

/** Sales by day, including days without sales. */
async function days(db: Db, me: Me, line: ProductLine, { base_id }: StoreFilter, stamp: Stamp) {
  if (!seesLine(me, line)) return { items: [], ...stamp }
  const { from_date, to_date } = stamp
  const salesByDay = salesOver(db, me, { ...stamp, line, base_id }, ['day'])
    .select(['v.day', ...sold_sums])
    .groupBy('v.day')
  const calendar = sql<{
    day: string
  }>`(select day::date from generate_series(${from_date}::date, ${to_date}::date, interval '1 day') day)`
  const items = await db
    .selectFrom(calendar.as('d'))
    .leftJoin(salesByDay.as('s'), (join) => join.onRef('s.day', '=', 'd.day'))
    .select(['d.day', ...sold_or_zero])
    .orderBy('d.day')
    .execute()
  return { items, ...stamp }
}

/** Sales by hour in Viet Nam, all 24 hours of the day and of the day before. */
async function hours(db: Db, me: Me, line: ProductLine, { base_id }: StoreFilter, stamp: Stamp) {
  if (!seesLine(me, line)) return { items: [], before: [], ...stamp }
  const bothDays = { from_date: sql<string>`(${stamp.from_date}::date - 1)`, to_date: stamp.from_date }
  const salesByHour = salesOver(db, me, { ...bothDays, line, base_id }, ['hour'])
    .select(['v.day', 'v.hour', ...sold_sums])
    .groupBy(['v.day', 'v.hour'])
  const calendar = sql<{ day: string; hour: number }>`(
    select ${stamp.from_date}::date - days_ago as day, hour from generate_series(0, 1) days_ago, generate_series(0, 23) hour)`
  const rows = await db
    .selectFrom(calendar.as('h'))
    .leftJoin(salesByHour.as('s'), (join) => join.onRef('s.day', '=', 'h.day').onRef('s.hour', '=', 'h.hour'))
    .select(['h.day', 'h.hour', ...sold_or_zero])
    .orderBy('h.hour')
    .execute()
  const hoursOf = (is_that_day: boolean) =>
    rows
      .filter(({ day }) => (day === stamp.from_date) === is_that_day)
      .map(({ hour, orders, quantity, amount }) => ({ hour, orders, quantity, amount }))
  return { items: hoursOf(true), before: hoursOf(false), ...stamp }
}

interface ComparedDays {
  day_before: string
  same_weekday: string
  until_hour: number
}

/** The days to compare with, and the number of past hours of the requested day. */
async function comparedDays(db: Db, day: string): Promise<ComparedDays> {
  const { rows } = await sql<ComparedDays>`
    select ${day}::date - 1 as day_before, ${day}::date - 7 as same_weekday, case
        when ${day}::date < current_date then 24
        when ${day}::date > current_date then 0
        else extract(hour from now())::integer end as until_hour`.execute(db)
  return rows[0]!
}

/** The sales of each visible line on that day, and in the same hours of the previous day and a week before. */
async function salesSoFar(
  db: Db,
  me: Me,
  { base_id }: StoreFilter,
  day: string,
  { day_before, same_weekday, until_hour }: ComparedDays,
) {
  const rows = await salesOver(db, me, { from_date: same_weekday, to_date: day, line: null, base_id }, ['hour'])
    .innerJoin('category as c', 'c.category', 'v.category')
    .where('v.day', 'in', [day, day_before, same_weekday])
    .select(['c.line', 'v.day', sql<boolean>`v.hour < ${until_hour}`.as('is_past_hour'), ...sold_sums])
    .groupBy(['c.line', 'v.day', 'is_past_hour'])
    .execute()
  const sum = (line: ProductLine, date: string, past_hours_only: boolean) => {
    const countedRows = rows.filter(
      (row) => row.line === line && row.day === date && (row.is_past_hour || !past_hours_only),
    )
    const total = (name: keyof SalesSums) => countedRows.reduce((all, row) => all + row[name], 0)
    return { orders: total('orders'), quantity: total('quantity'), amount: total('amount') }
  }
  const visible_lines = (['xskt', 'xsdt'] as const).filter((line) => seesLine(me, line))
  return visible_lines.map((line) => ({
    line,
    ...sum(line, day, false),
    compared: sum(line, day, true),
    before: sum(line, day_before, true),
    week_before: sum(line, same_weekday, true),
  }))
}

/** The stock of that day's draws; null for people without the right to see stock, and for partners, who have no store. */
async function inStock(db: Db, me: Me, { base_id }: StoreFilter, open_date: string): Promise<number | null> {
  if (!hasRight(me, storeTicketPage.view) || me.partner_id !== null) return null
  const { in_stock } = await db
    .selectFrom('stock')
    .where(within(me, 'stock'))
    .where('open_date', '=', open_date)
    .$if(base_id != null, (q) => q.where('base_id', '=', base_id!))
    .select(sql<number>`coalesce(sum(in_stock), 0)`.as('in_stock'))
    .executeTakeFirstOrThrow()
  return in_stock
}
