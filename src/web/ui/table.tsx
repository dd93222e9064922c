// Cells are no controls, and some are rightly empty.
/* oxlint-disable jsx-a11y/control-has-associated-label */
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { cx } from './cx.ts'
import { useRowFocus } from './table-focus.ts'
import { TableHead, TableWidths } from './table-head.tsx'
import { TableRow, titleWhenCut } from './table-row.tsx'
import type { Sort } from './table-state.ts'
import css from './table.module.css'

const TableWindow = lazy(() => import('./table-window.tsx'))

export type { Sort } from './table-state.ts'

export type Column<Row> = {
  key: string
  head: string
  /** Pixels; the least width when the column grows. */
  width: number
  /** Takes a share of the room that is left. */
  grow?: boolean
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
  /** What a row is known by; needed for the selection. */
  rowKey?: (row: Row) => string | number
  selected?: ReadonlySet<string | number>
  onSelect?: (selected: Set<string | number>) => void
  /** Why this row cannot be selected. */
  selectWhyNot?: (row: Row) => string | false | null
  /** Click, or Enter on the focused row. */
  onOpen?: (row: Row) => void
  /** The sticky column 'Thao tác': icon buttons, a Menu. */
  actions?: (row: Row, index: number) => ReactNode
  actionsWidth?: number
  /** Totals by column key, in a row that stays at the bottom. */
  footer?: Record<string, ReactNode>
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

/** Up to here all rows are drawn: find-in-page, printing and readers then see the whole page. */
const wholeUpTo = 100
const selectWidth = 40

export function Table<Row>(props: TableProps<Row>) {
  const {
    label,
    columns,
    rows,
    actions,
    actionsWidth = 96,
    footer,
    density = 'comfortable',
    loading,
    busy,
    empty,
    fill,
  } = props
  const box = useRef<HTMLDivElement>(null)
  const selectable = Boolean(props.onSelect && props.rowKey)
  const focusable = Boolean(props.onOpen) || selectable
  const virtual = rows.length > wholeUpTo
  const scroller = useRef<(index: number) => void>(() => undefined)
  const focus = useRowFocus(rows.length, scroller, (index) => props.onOpen?.(rows[index]!))
  const width =
    columns.reduce((sum, column) => sum + column.width, 0) +
    (selectable ? selectWidth : 0) +
    (actions ? actionsWidth : 0)
  const cells = columns.length + (selectable ? 1 : 0) + (actions ? 1 : 0)
  const bare = rows.length === 0
  // Keyed by position: another page of rows then reuses what is drawn.
  const row = (index: number, position: number) => (
    <TableRow
      key={position}
      {...props}
      row={rows[index]!}
      index={index}
      selectable={selectable}
      tabIndex={focusable ? focus.tabIndex(index) : undefined}
      ariaIndex={virtual ? index + 2 : undefined}
    />
  )

  return (
    <div
      ref={box}
      className={cx(css.box, fill && css.fill, busy && css.busy)}
      // Without a row to focus, the box itself is what the keyboard scrolls.
      {...(focusable && !bare ? {} : { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      <table
        aria-label={label}
        className={cx(css.table, density === 'compact' && css.compact)}
        aria-busy={busy || loading || undefined}
        aria-rowcount={virtual ? rows.length + 1 : undefined}
        style={{ minWidth: width }}
      >
        <TableWidths
          columns={columns}
          selectWidth={selectable ? selectWidth : 0}
          actionsWidth={actions ? actionsWidth : 0}
        />
        <TableHead {...props} selectable={selectable} />
        {/* The rows take the focus; their keys are heard here once for all. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onKeyDown={focus.onKeyDown} onFocus={focus.onFocus} onMouseOver={titleWhenCut}>
          {bare && loading && <SkeletonRows cells={cells} />}
          {bare && !loading && (
            <tr>
              <td colSpan={cells} className={css.emptyCell}>
                <div className={css.emptyInner}>{empty}</div>
              </td>
            </tr>
          )}
          {virtual ? (
            <Suspense fallback={rows.slice(0, wholeUpTo).map((_, index) => row(index, index))}>
              <TableWindow
                count={rows.length}
                rowHeight={density === 'compact' ? 28 : 34}
                box={box}
                scroller={scroller}
                row={row}
              />
            </Suspense>
          ) : (
            rows.map((_, index) => row(index, index))
          )}
        </tbody>
        {footer && !bare && (
          <tfoot>
            <tr>
              {selectable && <td className={css.select} />}
              {columns.map((column) => (
                <td key={column.key} className={cx(css[column.align ?? 'left'])}>
                  {footer[column.key]}
                </td>
              ))}
              {actions && <td className={css.actions} />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

const bones = [0, 1, 2, 3, 4, 5, 6, 7]

function SkeletonRows({ cells }: { cells: number }) {
  return bones.map((row) => (
    <tr key={row} aria-hidden className={css.skeleton}>
      {Array.from({ length: cells }, (_, cell) => (
        <td key={cell}>
          <span className={css.bone} />
        </td>
      ))}
    </tr>
  ))
}
