import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react'

/** A series: its value of each row is one column, or one point of a line. */
export type ChartSeries<Row> = {
  key: string
  name: string
  /** A shorter name for the legend, where there is little room. */
  short?: string
  /** Null where there is nothing to tell, such as hours to come: nothing is drawn then. Never negative. */
  value: (row: Row) => number | null
  /** The number of the series' colour and pattern; by default its position. */
  colour?: 1 | 2 | 3 | 4
  /** An earlier time to compare with: marked across the column of the series before it. */
  past?: boolean
}

/** The props that the router's link passes to ChartLink. */
export type ChartAnchor = Omit<ComponentPropsWithRef<'a'>, 'href' | 'style'>

export type ChartProps<Row> = {
  /** The accessible name of the chart, as short as a heading. */
  label: string
  /** The label is shown as a heading in the line of the legend, for a panel without a title. */
  titled?: boolean
  /** Buttons at the end of the line of the legend. */
  actions?: ReactNode
  /** Undefined while they are on their way. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** What the rows are, as the table's first head: 'Ngày'. */
  head: string
  /** A row's short name under the axis: '22/11', '18h'. */
  tick: (row: Row) => string
  /** The full name of a row: 'Chủ nhật, 22/11/2026'. */
  name: (row: Row) => string
  /** A row whose time is not over: paler and dashed. Its name says up to when it tells. */
  partial?: (row: Row) => boolean
  series: readonly ChartSeries<Row>[]
  /** A value in full: 1.209.860.000 đ. */
  text: (value: number) => string
  /** The name of what the series add up to, where that has a meaning: 'Tổng'. */
  total?: string
  /** Pixels, of the drawing and of the table alike. */
  height?: number
  /** Other rows are on their way: the old ones stay, paler. */
  busy?: boolean
  /** Said in place of columns while all values are nothing. */
  empty?: string
  /**
   * Where a value's rows are: the router's link around ChartLink, given what stands in `anchor`; null where it leads nowhere.
   * `link={(row, series, anchor) => <ChartPlace to="/…" search={{…}} {...anchor} />}` (web/chart-place.ts).
   */
  link?: (row: Row, series: string, anchor: ChartAnchor) => ReactElement | null
}

/** One value among those that are drawn. */
export type Spot = { index: number; series: number }
