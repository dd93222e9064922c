import { type MouseEvent, type ReactNode, useRef } from 'react'
import { Checkbox } from './checkbox.tsx'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import { nextSort, type Sort, rangeBetween } from './table-state.ts'
import { useRowFocus } from './table-focus.ts'
import { useRowWindow } from './table-window.ts'
import css from './table.module.css'

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
  const window = useRowWindow(rows.length, density === 'compact' ? 28 : 34, box)
  const focus = useRowFocus(rows.length, window.scrollTo, (index) => props.onOpen?.(rows[index]!))
  const width =
    columns.reduce((sum, column) => sum + column.width, 0) +
    (selectable ? selectWidth : 0) +
    (actions ? actionsWidth : 0)
  const cells = columns.length + (selectable ? 1 : 0) + (actions ? 1 : 0)
  const bare = rows.length === 0

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
        aria-rowcount={window.virtual ? rows.length + 1 : undefined}
        ref={(node) => {
          // The least width is data, so it goes through the CSSOM like every style of the kit.
          if (node) node.style.minWidth = `${width}px`
        }}
      >
        <Widths columns={columns} selectable={selectable} actionsWidth={actions ? actionsWidth : 0} />
        <Head {...props} selectable={selectable} />
        <tbody onKeyDown={focus.onKeyDown} onFocus={focus.onFocus} onMouseOver={titleWhenCut}>
          {bare && loading && <SkeletonRows cells={cells} />}
          {bare && !loading && (
            <tr>
              <td colSpan={cells} className={css.emptyCell}>
                <div className={css.emptyInner}>{empty}</div>
              </td>
            </tr>
          )}
          <Spacer height={window.before} />
          {window.indexes.map((index, position) => (
            <BodyRow
              key={position}
              {...props}
              row={rows[index]!}
              index={index}
              selectable={selectable}
              tabIndex={focusable ? focus.tabIndex(index) : undefined}
              ariaIndex={window.virtual ? index + 2 : undefined}
            />
          ))}
          <Spacer height={window.after} />
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

type WidthsProps = {
  columns: readonly { key: string; width: number; grow?: boolean }[]
  selectable: boolean
  actionsWidth: number
}

function Widths({ columns, selectable, actionsWidth }: WidthsProps) {
  return (
    <colgroup>
      {selectable && <col width={selectWidth} />}
      {columns.map((column) => (
        <col key={column.key} width={column.grow ? undefined : column.width} />
      ))}
      {actionsWidth > 0 && <col width={actionsWidth} />}
    </colgroup>
  )
}

function Head<Row>({
  columns,
  rows,
  sort,
  onSort,
  rowKey,
  selected,
  onSelect,
  selectWhyNot,
  actions,
  selectable,
}: TableProps<Row> & { selectable: boolean }) {
  const keys = selectable ? rows.filter((row) => !selectWhyNot?.(row)).map((row) => rowKey!(row)) : []
  const chosen = keys.filter((key) => selected?.has(key)).length
  function selectPage(all: boolean) {
    const next = new Set(selected)
    for (const key of keys) {
      if (all) next.add(key)
      else next.delete(key)
    }
    onSelect?.(next)
  }
  return (
    <thead>
      <tr>
        {selectable && (
          <th scope="col" className={css.select}>
            <Checkbox
              aria-label="Chọn cả trang"
              checked={keys.length > 0 && chosen === keys.length}
              indeterminate={chosen > 0 && chosen < keys.length}
              onChange={selectPage}
            />
          </th>
        )}
        {columns.map((column) => {
          const sorted = sort?.key === column.key ? sort.dir : null
          const ariaSort = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'
          return (
            <th
              key={column.key}
              scope="col"
              className={css[column.align ?? 'left']}
              aria-sort={column.sortable ? ariaSort : undefined}
              data-tip={column.hint}
            >
              {column.sortable && onSort ? (
                <button
                  type="button"
                  className={cx(css.sort, sorted && css.sorted)}
                  onClick={() => onSort(nextSort(sort ?? null, column.key))}
                >
                  <span className={css.cut}>{column.head}</span>
                  <Icon name={sorted === 'asc' ? 'sort-up' : sorted === 'desc' ? 'sort-down' : 'sort'} size={14} />
                </button>
              ) : (
                <span className={css.cut}>{column.head}</span>
              )}
            </th>
          )
        })}
        {actions && (
          <th scope="col" className={css.actions}>
            Thao tác
          </th>
        )}
      </tr>
    </thead>
  )
}

type RowProps<Row> = TableProps<Row> & {
  row: Row
  index: number
  selectable: boolean
  tabIndex: number | undefined
  ariaIndex: number | undefined
}

function BodyRow<Row>(props: RowProps<Row>) {
  const {
    row,
    index,
    columns,
    rows,
    rowKey,
    selected,
    onSelect,
    selectWhyNot,
    onOpen,
    actions,
    selectable,
    isRowActive,
  } = props
  const key = selectable ? rowKey!(row) : null
  const isSelected = key !== null && selected?.has(key)
  const whyNot = selectable && selectWhyNot?.(row)
  function select(on: boolean, toHere: boolean) {
    const next = new Set(selected)
    const range = toHere ? rangeBetween(rows, rowKey!, selected, index) : [row]
    for (const each of range.filter((other) => !selectWhyNot?.(other))) {
      if (on) next.add(rowKey!(each))
      else next.delete(rowKey!(each))
    }
    onSelect?.(next)
  }
  return (
    <tr
      data-index={index}
      tabIndex={props.tabIndex}
      aria-rowindex={props.ariaIndex}
      aria-selected={selectable ? isSelected : undefined}
      className={cx(css.row, onOpen && css.opens, (isSelected || isRowActive?.(row)) && css.chosen)}
      onClick={onOpen && ((event) => !isControl(event) && onOpen(row))}
      onKeyDown={(event) => {
        if (event.key !== ' ' || event.target !== event.currentTarget || !selectable || whyNot) return
        event.preventDefault()
        select(!isSelected, event.shiftKey)
      }}
    >
      {selectable && (
        <td className={css.select}>
          <Checkbox
            aria-label={`Chọn dòng ${index + 1}`}
            tabIndex={-1}
            checked={Boolean(isSelected)}
            whyNot={whyNot}
            onChange={() => undefined}
            onClick={(event) => !whyNot && select(!isSelected, event.shiftKey)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} className={css[column.align ?? 'left']}>
          {column.cell(row, index)}
        </td>
      ))}
      {actions && (
        <td className={css.actions}>
          <div className={css.buttons}>{actions(row, index)}</div>
        </td>
      )}
    </tr>
  )
}

const Spacer = ({ height }: { height: number }) =>
  height > 0 ? (
    <tr
      aria-hidden
      ref={(node) => {
        if (node) node.style.height = `${height}px`
      }}
    />
  ) : null

function SkeletonRows({ cells }: { cells: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    <tr key={row} aria-hidden className={css.skeleton}>
      {Array.from({ length: cells }, (_, cell) => (
        <td key={cell}>
          <span className={css.bone} />
        </td>
      ))}
    </tr>
  ))
}

/** A click that was meant for a control in the row, or that ended the marking of text, does not open the row. */
function isControl(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as Element
  if (!event.currentTarget.contains(target)) return true
  return Boolean(target.closest('button, a, input, label, select, textarea')) || getSelection()?.isCollapsed === false
}

/** Cut text shows itself whole; asked for when pointed at, so that a row costs nothing. */
function titleWhenCut(event: MouseEvent<HTMLElement>) {
  const cell = (event.target as Element).closest('td')
  if (!cell || cell.querySelector('button, input')) return
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent
  else cell.removeAttribute('title')
}
