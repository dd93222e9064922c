/** A small chart of a row's sales by day; read once for all rows, with the report's filters. */
import type { InputOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { Values } from '#web/list/list-state.ts'
import { Sparkline } from '#web/ui/chart/sparkline.tsx'
import { addDays } from '#web/ui/date/date-text.ts'
import { useChartRead } from '#features/reports/report/chart-read.screen.tsx'
import type { Stamp } from '#features/reports/report/report.contract.ts'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import { sales, type Level, type SalesRow } from './sales.contract.ts'
import { max_trend_rows } from './trend.rules.ts'

interface Props {
  line: ProductLine
  state: Values
  levels: readonly Level[]
  stamp: Stamp
  row: SalesRow
}

export default function SalesTrend({ line, state, levels, stamp, row }: Props) {
  const { compare: _, ...filters } = state
  const input = { ...filters, group_by: ['day', ...levels], sort: 'day', page_index: 1, page_size: max_trend_rows }
  const { data } = useChartRead(sales[line], input as InputOf<(typeof sales)[typeof line]>, stamp)
  if (!data) return null
  const key = keyOf(row)
  const by_day = new Map(
    data.items.filter((day_row) => keyOf(day_row) === key).map((day_row) => [day_row.day, day_row.amount]),
  )
  const { from_date, to_date } = data
  const values: number[] = []
  for (let day = from_date; day <= to_date; day = addDays(day, 1)) values.push(by_day.get(day) ?? 0)
  return (
    <Sparkline
      values={values}
      label={`Ngày đầu ${moneyText(values[0]!)}, ngày cuối ${moneyText(values.at(-1)!)}, cao nhất ${moneyText(Math.max(...values))}`}
    />
  )
}

const keyOf = ({ partner_id, pos_id, user_pos_id, category, area_id }: SalesRow) =>
  [partner_id, pos_id, user_pos_id, category, area_id].join()
