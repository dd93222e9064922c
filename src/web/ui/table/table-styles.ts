import type { CSSProperties } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { select_key } from './table-layout.ts'
import type { Column } from './table-types.ts'
import css from './table.module.css'

/** Class and style of a column's cells, the same in head, rows and totals. */
export type CellStyle = { className: string; style: CSSProperties | undefined }

export type CellStyles = {
  /** Null where rows are not selected. */
  select: CellStyle | null
  columns: readonly CellStyle[]
}

export function cellStylesOf<Row>(columns: readonly Column<Row>[], selectable: boolean): CellStyles {
  const last_pinned = columns.findLastIndex((column) => column.pinned)
  // Pinned columns overlap from left to right: a handle covers the start of the next head, and scrolling columns stay below all of them.
  const pinnedStyle = (key: string, index: number): CSSProperties => ({
    left: `var(--left-${key})`,
    zIndex: last_pinned - index + 2,
  })
  return {
    select: selectable
      ? {
          className: cx(css.select, last_pinned >= 0 && css.pinned),
          style: last_pinned >= 0 ? pinnedStyle(select_key, -1) : undefined,
        }
      : null,
    columns: columns.map(({ key, align = 'left', pinned }, index) => ({
      className: cx(css[align], pinned && css.pinned, index === last_pinned && css.lastPinned),
      style: pinned ? pinnedStyle(key, index) : undefined,
    })),
  }
}
