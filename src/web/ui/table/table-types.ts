import type { ReactNode } from 'react'
import type { Sort } from './table-state.ts'

export type Column<Row> = {
  key: string
  head: string
  /** Pixels; the minimum width when the column grows. */
  width: number
  /** Takes a share of the remaining width. */
  grow?: boolean
  /** Stays visible at the left while the table scrolls. Pinned columns come first and have fixed widths. */
  pinned?: boolean
  /** Whether the column cannot be resized. */
  fixed?: boolean
  align?: 'left' | 'right' | 'center'
  sortable?: boolean
  /** A longer explanation of the head. */
  hint?: string
  cell: (row: Row, index: number) => ReactNode
}

export type TableProps<Row> = {
  /** What the table lists, for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  sort?: Sort | null
  onSort?: (sort: Sort | null) => void
  /** Called with changed widths by column key; null is the default again. Without it columns cannot be resized. */
  onWidths?: (widths: Record<string, number | null>) => void
  /** The key of a row; needed for the selection. */
  rowKey?: (row: Row) => string | number
  selected?: ReadonlySet<string | number>
  onSelect?: (selected: Set<string | number>) => void
  /** Why this row cannot be selected. */
  selectWhyNot?: (row: Row) => string | false | null
  /** Click, or Enter on the focused row; `asPage` with Ctrl. */
  onOpen?: (row: Row, asPage?: boolean) => void
  /** The sticky column 'Thao tác': icon buttons, a Menu. */
  actions?: (row: Row, index: number) => ReactNode
  actionsWidth?: number
  /** Totals by column key, in a row that stays at the bottom; it begins with 'Tổng cộng', or with what is said instead of totals. */
  footer?: Record<string, ReactNode> | string
  /** The label of the row of totals, when it says what is included: 'Tổng cộng, không gồm đã xóa'. */
  footerName?: ReactNode
  density?: 'comfortable' | 'compact'
  /** The first rows are loading: a skeleton appears after 200 ms. */
  loading?: boolean
  /** Other rows are loading: the old ones stay, dimmed. */
  busy?: boolean
  /** Stands in for the rows when there are none: an EmptyState. */
  empty?: ReactNode
  /** Fills the remaining height of its parent; else the table is as high as its rows, up to most of the window. */
  fill?: boolean
  isRowActive?: (row: Row) => boolean
}
