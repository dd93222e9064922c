import type { ReactNode } from 'react'
import type { Sort } from './table-state.ts'

export type Column<Row> = {
  key: string
  head: string
  /** Pixels; the least width when the column grows. */
  width: number
  /** Takes a share of the room that is left. */
  grow?: boolean
  /** Stays in sight at the left. Pinned columns come first, and have a width of their own. */
  pinned?: boolean
  /** Its width is nobody's to change. */
  fixed?: boolean
  align?: 'left' | 'right' | 'center'
  sortable?: boolean
  /** A longer explanation of the head. */
  hint?: string
  cell: (row: Row, index: number) => ReactNode
}

export type TableProps<Row> = {
  /** What the table lists, for readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  sort?: Sort | null
  onSort?: (sort: Sort | null) => void
  /** Takes widths that were changed, by column; null is the column's own again. With it, every head has an edge to pull. */
  onWidths?: (widths: Record<string, number | null>) => void
  /** What a row is known by; needed for the selection. */
  rowKey?: (row: Row) => string | number
  selected?: ReadonlySet<string | number>
  onSelect?: (selected: Set<string | number>) => void
  /** Why this row cannot be selected. */
  selectWhyNot?: (row: Row) => string | false | null
  /** Click, or Enter on the focused row; with Ctrl as a page of its own. */
  onOpen?: (row: Row, asPage?: boolean) => void
  /** The sticky column 'Thao tác': icon buttons, a Menu. */
  actions?: (row: Row, index: number) => ReactNode
  actionsWidth?: number
  /** Totals by column key, in a row that stays at the bottom; it begins with 'Tổng cộng', or with what is said instead of totals. */
  footer?: Record<string, ReactNode> | string
  /** What the totals are of, where that is to be said: 'Tổng cộng, không gồm đã xóa'. */
  footerName?: ReactNode
  density?: 'comfortable' | 'compact'
  /** The first rows are on their way: a skeleton, drawn after 200 ms. */
  loading?: boolean
  /** Other rows are on their way: the old ones stay, paler. */
  busy?: boolean
  /** Stands in for the rows when there are none: an EmptyState. */
  empty?: ReactNode
  /** Fills the height that its parent leaves; else the table is as high as its rows, up to most of the window. */
  fill?: boolean
  isRowActive?: (row: Row) => boolean
}
