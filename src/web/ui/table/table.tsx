import { lazy, Suspense, useRef } from 'react'
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
  const virtual = rows.length > wholeUpTo
  const scroller = useRef<(index: number) => void>(() => undefined)
  const focus = useRowFocus(rows.length, scroller, (index, asPage) => props.onOpen?.(rows[index]!, asPage))
  const sides = { select: selectable ? selectWidth : 0, actions: actions ? actionsWidth : 0 }
  const { cols, properties } = layoutOf(columns, sides)
  const cell_styles = cellStylesOf(columns, selectable)
  const bare = rows.length === 0
  // Keyed by position: another page of rows then reuses what is drawn.
  const row = (index: number, position: number) => (
    <TableRow
      key={position}
      {...props}
      row={rows[index]!}
      index={index}
      styles={cell_styles}
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
        style={properties}
      >
        <TableWidths cols={cols} />
        <TableHead {...props} styles={cell_styles} sides={sides} />
        {/* The rows take the focus; their keys are heard here once for all. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onKeyDown={focus.onKeyDown} onFocus={focus.onFocus} onMouseOver={titleWhenCut}>
          {bare && loading && <SkeletonRows cols={cols} />}
          {bare && !loading && (
            <tr>
              <td colSpan={cols.length} className={css.emptyCell}>
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
        {footer !== undefined && (!bare || loading) && (
          <TableFoot columns={columns} actions={actions} styles={cell_styles} footer={footer} footerName={footerName} />
        )}
      </table>
    </div>
  )
}

const bones = [0, 1, 2, 3, 4, 5, 6, 7]

function SkeletonRows({ cols }: { cols: readonly (number | undefined)[] }) {
  return bones.map((row) => (
    <tr key={row} aria-hidden className={css.skeleton}>
      {cols.map((width, index) => (
        <td key={index}>{width !== 0 && <span className={css.bone} />}</td>
      ))}
    </tr>
  ))
}
