import { useId, useState } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { ChartPlot } from './chart-plot.tsx'
import { ChartTable } from './chart-table.tsx'
import type { ChartProps } from './chart-types.ts'
import css from './chart.module.css'

const views = [
  { value: 'chart', label: 'Biểu đồ' },
  { value: 'table', label: 'Bảng' },
] as const

/** The drawing, and the same figures as a table beside it. */
export default function ChartView(props: ChartProps<unknown>) {
  const { label, rows = [], series, text, busy } = props
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const summaryId = useId()
  return (
    <figure className={css.figure} aria-label={label} aria-describedby={summaryId}>
      <VisuallyHidden as="div" id={summaryId}>
        {summaryOf(props)}
      </VisuallyHidden>
      <div className={css.head}>
        <ChartLegend series={series} />
        <Segmented value={view} onChange={setView} options={views} aria-label={`${label}: cách xem`} />
      </div>
      <div className={cx(css.body, busy && css.busy)} aria-busy={busy || undefined}>
        {view === 'chart' ? <ChartPlot {...props} rows={rows} /> : <ChartTable {...props} rows={rows} text={text} />}
      </div>
    </figure>
  )
}

/** The summary for screen readers: the sum and the greatest value of each series. */
function summaryOf({ rows = [], series, text, name, total }: ChartProps<unknown>): string {
  const sentences = series.map((dataSeries) => {
    const values = rows.map((row) => ({ row, value: dataSeries.value(row) ?? 0 }))
    const highest = values.reduce((a, b) => (b.value > a.value ? b : a), { row: undefined as unknown, value: 0 })
    const sum = values.reduce((all, { value }) => all + value, 0)
    return sum === 0
      ? `${dataSeries.name}: chưa có số liệu.`
      : `${dataSeries.name}: tổng ${text(sum)}, cao nhất ${text(highest.value)} (${name(highest.row)}).`
  })
  const all = rows.reduce<number>((sum, row) => sum + sumOf(series, row), 0)
  return [...sentences, total ? `${total}: ${text(all)}.` : ''].join(' ')
}

function sumOf(series: ChartProps<unknown>['series'], row: unknown): number {
  return series.reduce((sum, line) => sum + (line.value(row) ?? 0), 0)
}
