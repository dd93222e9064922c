import type { CSSProperties } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { selectKey } from './table-layout.ts'
import type { Column } from './table-types.ts'
import css from './table.module.css'

/** How the cells of a column are drawn, the same in head, rows and totals. */
export type CellStyle = { className: string; style: CSSProperties | undefined }

export type CellStyles = {
  /** Null where rows are not selected. */
  select: CellStyle | null
  columns: readonly CellStyle[]
}

export function cellStylesOf<Row>(columns: readonly Column<Row>[], selectable: boolean): CellStyles {
  const last = columns.findLastIndex((column) => column.pinned)
  // The edge of a head reaches over the next one, and those of the columns that scroll stay below.
  const stay = (key: string, index: number): CSSProperties => ({ left: `var(--left-${key})`, zIndex: last - index + 2 })
  return {
    select: selectable
      ? { className: cx(css.select, last >= 0 && css.pinned), style: last >= 0 ? stay(selectKey, -1) : undefined }
      : null,
    columns: columns.map(({ key, align = 'left', pinned }, index) => ({
      className: cx(css[align], pinned && css.pinned, index === last && css.lastPinned),
      style: pinned ? stay(key, index) : undefined,
    })),
  }
}
