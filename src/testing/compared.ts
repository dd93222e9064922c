/** Computes from the orders themselves what a report must show for its comparison period. */
import type { PeriodComparison, Comparison } from '#features/reports/report/compare.contract.ts'
import type { SalesRow } from '#features/reports/sales/sales.contract.ts'
import type { MadeOrder } from './sales.ts'

export type { PeriodComparison }

interface ComparedReport {
  compare: Comparison
  days: { from_date: string; to_date: string }
  /** Today is incomplete and therefore excluded from the comparison. */
  today: string
  /** The values by which a report row is grouped. */
  keyOf: (order: MadeOrder) => unknown[]
}

/** The day so many days after another one; before it with a negative number. */
export const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

type ComparedDays = Pick<ComparedReport, 'compare' | 'days'>

/** Maps a day to its day in the other period; null when there is none, as for the 31st and a shorter month. */
function counterpart(day: string, { compare, days }: ComparedDays, towards: 'now' | 'before'): string | null {
  const sign = towards === 'now' ? 1 : -1
  const length = (Date.parse(days.to_date) - Date.parse(days.from_date)) / 86_400_000 + 1
  if (compare === 'previous') return dayAfter(day, sign * length)
  const [year, month, date] = day.split('-').map(Number)
  const other = new Date(Date.UTC(year!, month! - 1 + sign, date!)).toISOString().slice(0, 10)
  return other.endsWith(day.slice(7)) ? other : null
}

/** Groups the orders, which already match the report's filters, by period and row key (as JSON). */
function comparedOf(orders: readonly MadeOrder[], report: ComparedReport) {
  const { days, today, keyOf } = report
  const isCompared = ({ day }: { day: string | null }) =>
    day !== null && day >= days.from_date && day <= days.to_date && day < today
  const current = orders.filter((order) => isCompared(order) && counterpart(order.day, report, 'before') !== null)
  const before = orders
    .map((order) => ({ ...order, day: counterpart(order.day, report, 'now') }))
    .filter(isCompared) as MadeOrder[]
  const byKey = (madeOrders: readonly MadeOrder[]) => Map.groupBy(madeOrders, (order) => JSON.stringify(keyOf(order)))
  return { now: byKey(current), earlier: byKey(before), amount: sumOf(current), before: sumOf(before) }
}

interface ShownReport {
  input: Record<string, unknown>
  stamp: ComparedReport['days']
  compared?: { rows: readonly SalesRow[]; whole: PeriodComparison | null }
  keyOf: ComparedReport['keyOf']
  keyOfRow: (row: Record<string, unknown>) => unknown[]
}

/** The comparison that the report shows and the one computed from the orders; null for a report without comparison. */
export function bothCompared(
  { input, stamp, compared, keyOf, keyOfRow }: ShownReport,
  orders: readonly MadeOrder[],
  today: string,
) {
  if (!compared?.whole) return null
  const comparing: ComparedDays = { compare: input.compare as Comparison, days: stamp }
  const { now, earlier, ...totals } = comparedOf(orders, { ...comparing, today, keyOf })
  const { amount, before } = compared.whole
  const keys = compared.rows.map((row) => JSON.stringify(keyOfRow(row)))
  const expected = compared.rows.map((row, index) => {
    const isAlone = row.day !== null && (row.day === today || counterpart(row.day, comparing, 'before') === null)
    if (isAlone) return [keys[index], null, null]
    const [sold, sold_before] = [sumOf(now.get(keys[index]!)), sumOf(earlier.get(keys[index]!))]
    return [keys[index], sold_before, changeOf(sold, sold_before)]
  })
  const rows = compared.rows.map((row, index) => [keys[index], row.before, row.change])
  const missing = [...earlier.keys()].filter((key) => !keys.includes(key))
  return { shown: { amount, before, rows, missing }, expected: { ...totals, rows: expected, missing: [] } }
}

const sumOf = (orders: readonly MadeOrder[] = []) => orders.reduce((sum, { amount }) => sum + amount, 0)

function changeOf(now: number, before: number): number | null {
  if (before === 0) return null
  const exact = ((now - before) * 1_000) / before
  return Math.sign(exact) * Math.round(Math.abs(exact)) || 0
}
