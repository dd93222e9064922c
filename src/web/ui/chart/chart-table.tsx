import { Table, type Column } from '#web/ui/table/table.tsx'
import type { ChartProps } from './chart-types.ts'
import css from './chart.module.css'

/** The chart's values as a table, with sums. */
export function ChartTable({ label, rows = [], head, name, series, text, total, link }: ChartProps<unknown>) {
  const cellOf = (value: number | null, row: unknown, key: string) => {
    if (value === null) return '–'
    return (value !== 0 && link?.(row, key, { children: text(value) })) || text(value)
  }
  const sumOfRow = (row: unknown) => series.reduce((sum, line) => sum + (line.value(row) ?? 0), 0)
  const columns: Column<unknown>[] = [
    { key: 'name', head, width: 100, grow: true, cell: name },
    ...series.map((dataSeries): Column<unknown> => ({
      key: dataSeries.key,
      head: dataSeries.name,
      width: 124,
      align: 'right',
      cell: (row) => cellOf(dataSeries.value(row), row, dataSeries.key),
    })),
    ...(total && series.length > 1
      ? [{ key: '*', head: total, width: 124, align: 'right', cell: (row) => text(sumOfRow(row)) } as Column<unknown>]
      : []),
  ]
  const sums = Object.fromEntries(
    series.map((dataSeries) => [
      dataSeries.key,
      text(rows.reduce<number>((sum, row) => sum + (dataSeries.value(row) ?? 0), 0)),
    ]),
  )
  const all = text(rows.reduce<number>((sum, row) => sum + sumOfRow(row), 0))
  return (
    <div className={css.table}>
      <Table label={label} columns={columns} rows={rows} density="compact" fill footer={{ ...sums, '*': all }} />
    </div>
  )
}
