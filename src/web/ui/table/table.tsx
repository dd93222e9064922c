import { lazy, memo, type ReactNode, Suspense, useRef } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { useRowFocus } from './table-focus.ts'
import { TableFoot } from './table-foot.tsx'
import { TableHead, TableWidths } from './table-head.tsx'
import { layoutOf } from './table-layout.ts'
import { cellStylesOf } from './table-styles.ts'
import { TableRow, titleWhenCut } from './table-row.tsx'
import type { TableProps } from './table-types.ts'
import css from './table.module.css'

const TableWindow = lazy(() => import('./table-window.tsx'))

export type { Sort } from './table-state.ts'
export type { Column } from './table-types.ts'

/** Up to this many rows all are rendered, so that find-in-page, printing and screen readers see the whole page. */
const virtualize_above = 100
const select_width = 40
/** The heights of rows in pixels, equal to --row and --row-compact of the style sheet. */
const row_heights = { comfortable: 34, compact: 28 }
const skeleton_rows = 8
/** As many as a page of a list has: they fill the panel. The totals come with the rows, because fewer rows would move them up. */
const skeleton_rows_of_page = 20

/** A table with sorting, selection, pinned and resizable columns, keyboard navigation and, from some length on, virtual rows. */
export function Table<Row>(props: TableProps<Row>) {
  const {
    label,
    columns,
    rows,
    actions,
    actionsWidth = 96,
    footer,
    footerName,
    density = 'comfortable',
    loading,
    busy,
    empty,
    fill,
  } = props
  const box = useRef<HTMLDivElement>(null)
  const selectable = Boolean(props.onSelect && props.rowKey)
  const focusable = Boolean(props.onOpen) || selectable || Boolean(actions)
  const virtual = rows.length > virtualize_above
  const scrollToRow = useRef<(index: number) => void>(() => undefined)
  const focus = useRowFocus(rows.length, scrollToRow, (index, asPage) => props.onOpen?.(rows[index]!, asPage))
  const edge_widths = { select: selectable ? select_width : 0, actions: actions ? actionsWidth : 0 }
  const { cols, properties } = layoutOf(columns, edge_widths)
  const cell_styles = cellStylesOf(columns, selectable)
  const isEmpty = rows.length === 0
  // Keyed by position, so that the next page reuses the DOM rows of this one.
  const renderRow = (index: number, position: number) => (
    <TableRow
      key={position}
      {...props}
      row={rows[index]!}
      index={index}
      styles={cell_styles}
      tabIndex={focusable ? focus.tabIndex(index) : undefined}
      // aria-rowindex counts from 1, and the head is row 1.
      ariaIndex={virtual ? index + 2 : undefined}
    />
  )

  return (
    <div
      ref={box}
      className={cx(css.box, fill && css.fill, busy && css.busy)}
      // Without a focusable row the box itself takes the focus, so that the keyboard can scroll it.
      {...(focusable && !isEmpty ? {} : { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      <table
        aria-label={label}
        className={cx(css.table, density === 'compact' && css.compact)}
        aria-busy={busy || loading || undefined}
        aria-rowcount={virtual ? rows.length + 1 : undefined}
        style={properties}
      >
        <TableWidths cols={cols} />
        <TableHead {...props} styles={cell_styles} edge_widths={edge_widths} />
        {/* The rows take the focus; one listener here handles the keys of all of them. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onKeyDown={focus.onKeyDown} onFocus={focus.onFocus} onMouseOver={titleWhenCut}>
          {isEmpty && loading && <SkeletonRows cols={cols} count={fill ? skeleton_rows_of_page : skeleton_rows} />}
          {isEmpty && !loading && (
            <tr>
              <td colSpan={cols.length} className={css.emptyCell}>
                <div className={css.emptyInner}>{empty}</div>
              </td>
            </tr>
          )}
          <Rows
            rows={rows}
            selected={props.selected}
            density={density}
            busy={busy}
            columnKeys={columns.map(({ key, pinned }) => (pinned ? `${key}!` : key)).join()}
            active_index={props.isRowActive ? rows.findIndex(props.isRowActive) : -1}
          >
            {virtual ? (
              <Suspense fallback={rows.slice(0, virtualize_above).map((_, index) => renderRow(index, index))}>
                <TableWindow
                  count={rows.length}
                  rowHeight={row_heights[density]}
                  box={box}
                  scrollToRow={scrollToRow}
                  renderRow={renderRow}
                />
              </Suspense>
            ) : (
              rows.map((_, index) => renderRow(index, index))
            )}
          </Rows>
        </tbody>
        {footer !== undefined && !isEmpty && (
          <TableFoot columns={columns} actions={actions} styles={cell_styles} footer={footer} footerName={footerName} />
        )}
      </table>
    </div>
  )
}

type RowsProps = Pick<TableProps<unknown>, 'rows' | 'selected' | 'density' | 'busy'> & {
  columnKeys: string
  active_index: number
  children: ReactNode
}

/** The rows. While others are being read they are not drawn again, unless one is selected or opened: it would be for nothing, twice per page change. */
const Rows = memo(
  ({ children }: RowsProps) => children,
  (drawn, next) =>
    Boolean(next.busy) &&
    drawn.rows === next.rows &&
    drawn.density === next.density &&
    drawn.columnKeys === next.columnKeys &&
    drawn.active_index === next.active_index &&
    !drawn.selected?.size &&
    !next.selected?.size,
)

function SkeletonRows({ cols, count }: { cols: readonly (number | undefined)[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} aria-hidden className={css.skeleton}>
      {cols.map((width, index) => (
        // The filler column has no width where another column grows.
        <td key={index}>{width !== 0 && <span className={css.skeletonBar} />}</td>
      ))}
    </tr>
  ))
}
