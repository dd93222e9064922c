/**
 * Causes of alarms: unusually high sales.
 * unscoped: the program reads all rows
 */
import { sql } from 'kysely'
import { moneyText } from '#contract/text/money-text.ts'
import type { Db } from '#server/database/transaction.ts'
import { programPerson } from '#server/session/program-person.ts'
import { isTraditional, type Product } from '#features/results/product/product.contract.ts'
import { productName } from '#features/results/product/product-name.rules.ts'
import type { AlarmCause } from '#features/settings/alarm/alarm-cause.rules.ts'
import type { Limits } from '#features/settings/alarm/alarm.rules.ts'
import { salesXsdtPage, salesXsktPage } from './pages.contract.ts'
import { salesOver } from './report/report.query.server.ts'

const days_compared = 7

/** Products that sold much more in this hour or the previous one than in the same hour of the days before. */
export async function unusualSales(db: Db, { most_percent, least_amount }: Limits): Promise<AlarmCause[]> {
  const hours = await comparedHours(db)
  const products = await soldInHours(db, hours)
  return [...products].flatMap(([category, amounts]) => {
    const [unusualHour] = [0, 1].flatMap((hours_back) => {
      const [amount = 0, ...earlier_amounts] = amounts[hours_back]!
      const usual_sales = Math.round(
        earlier_amounts.reduce((sum, earlier_amount) => sum + earlier_amount, 0) / days_compared,
      )
      const is_above = amount >= least_amount! && amount > (usual_sales * (100 + most_percent!)) / 100
      return is_above
        ? [{ amount, usual: usual_sales, hour: hours.find((candidate) => candidate.hours_back === hours_back)!.hour }]
        : []
    })
    if (!unusualHour) return []
    const { amount, usual, hour } = unusualHour
    return [
      {
        subject: `sales ${category}`,
        title: `${productName(category)} bán ${moneyText(amount)} trong ${hour} giờ`,
        detail: `${days_compared} ngày qua, giờ này trung bình ${moneyText(usual)}`,
        url: (isTraditional(category) ? salesXsktPage : salesXsdtPage).url,
      },
    ]
  })
}

interface ComparedHour {
  /** 0 is the current hour, 1 the previous one. */
  hours_back: number
  /** The number of days before that hour. */
  days_ago: number
  day: string
  hour: number
}

async function comparedHours(db: Db): Promise<ComparedHour[]> {
  const { rows } = await sql<ComparedHour>`
    select hours_back, days_ago, (at::date - days_ago) as day, extract(hour from at)::integer as hour
    from generate_series(0, 1) hours_back cross join lateral (select now() - make_interval(hours => hours_back) as at) x
      cross join generate_series(0, ${days_compared}::integer) days_ago
    order by hours_back, days_ago`.execute(db)
  return rows
}

/** Sales of each product in đồng: for both hours (index `hours_back`) a list of amounts by day (index `days_ago`). */
async function soldInHours(db: Db, hours: readonly ComparedHour[]): Promise<Map<Product, number[][]>> {
  const days = hours.map(({ day }) => day).toSorted()
  const range = { from_date: days[0]!, to_date: days.at(-1)!, line: null }
  const rows = await salesOver(db, programPerson, range, ['hour'])
    .where('v.hour', 'in', [...new Set(hours.map(({ hour }) => hour))])
    .select(['v.category', 'v.day', 'v.hour', sql<number>`sum(v.amount)::bigint`.as('amount')])
    .groupBy(['v.category', 'v.day', 'v.hour'])
    .execute()
  const byProduct = Map.groupBy(rows, ({ category }) => category)
  return new Map(
    [...byProduct].map(([category, productRows]) => {
      const amountIn = ({ day, hour }: ComparedHour) =>
        productRows.find((row) => row.day === day && row.hour === hour)?.amount ?? 0
      const amounts = (hours_back: number) => hours.filter((hour) => hour.hours_back === hours_back).map(amountIn)
      return [category, [amounts(0), amounts(1)]] as const
    }),
  )
}
