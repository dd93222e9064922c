import type { MouseEvent } from 'react'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { cx } from '#web/ui/base/cx.ts'
import type { CellStyles } from './table-styles.ts'
import { rangeBetween } from './table-state.ts'
import type { TableProps } from './table-types.ts'
import css from './table.module.css'

type RowProps<Row> = TableProps<Row> & {
  row: Row
  index: number
  styles: CellStyles
  tabIndex: number | undefined
  ariaIndex: number | undefined
}

export function TableRow<Row>(props: RowProps<Row>) {
  const { row, index, columns, rows, rowKey, selected, onSelect, selectWhyNot, onOpen, actions, styles, isRowActive } =
    props
  const selectable = styles.select !== null
  const key = selectable ? rowKey!(row) : null
  const isSelected = key !== null && selected?.has(key)
  const whyNot = selectable && selectWhyNot?.(row)
  function select(on: boolean, asRange: boolean) {
    const selection = new Set(selected)
    const range = asRange ? rangeBetween(rows, rowKey!, selected, index) : [row]
    for (const rangeRow of range.filter((other) => !selectWhyNot?.(other))) {
      if (on) selection.add(rowKey!(rangeRow))
      else selection.delete(rowKey!(rangeRow))
    }
    onSelect?.(selection)
  }
  return (
    <tr
      data-index={index}
      data-open={isRowActive?.(row) || undefined}
      tabIndex={props.tabIndex}
      aria-rowindex={props.ariaIndex}
      aria-selected={selectable ? isSelected : undefined}
      className={cx(css.row, onOpen && css.opens, (isSelected || isRowActive?.(row)) && css.chosen)}
      onClick={onOpen && ((event) => !isForControl(event) && onOpen(row))}
      onKeyDown={(event) => {
        if (event.key !== ' ' || event.target !== event.currentTarget || !selectable || whyNot) return
        event.preventDefault()
        select(!isSelected, event.shiftKey)
      }}
    >
      {styles.select && (
        <td {...styles.select}>
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
      {columns.map((column, column_index) => (
        <td key={column.key} {...styles.columns[column_index]}>
          {column.cell(row, index)}
        </td>
      ))}
      <td aria-hidden className={css.filler} />
      {actions && (
        <td className={css.actions}>
          <div className={css.buttons}>{actions(row, index)}</div>
        </td>
      )}
    </tr>
  )
}

/** Whether a click does not mean to open the row: it hit a control in the row, or it ended a text selection. */
function isForControl(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target as Element
  if (!event.currentTarget.contains(target)) return true
  return Boolean(target.closest('button, a, input, label, select, textarea')) || getSelection()?.isCollapsed === false
}

/** Gives a cell with cut-off text a title. Computed on hover, so that rendering a row does not measure its cells. */
export function titleWhenCut(event: MouseEvent<HTMLElement>) {
  const cell = (event.target as Element).closest('td')
  if (!cell || cell.querySelector('button, input')) return
  // A clipped cell does not tell how wide its content is.
  cell.style.overflow = 'hidden'
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent
  else cell.removeAttribute('title')
  cell.style.overflow = ''
}
