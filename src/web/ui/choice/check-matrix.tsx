import { Fragment, type KeyboardEvent } from 'react'
import type { WhyNot } from '#web/ui/action/button.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { cx } from '#web/ui/base/cx.ts'
import css from './check-matrix.module.css'

export type MatrixState = 'all' | 'some' | 'none'

/** A cell that is not there cannot be chosen at all. */
export type MatrixCell = { on: boolean; changed?: 'gained' | 'lost' } | null
export type MatrixRow = { key: number; label: string; state: MatrixState; cells: readonly MatrixCell[] }
export type MatrixSection = {
  key: number
  label: string
  /** How much of it is chosen, in words. */
  detail: string
  state: MatrixState
  rows: readonly MatrixRow[]
}

export type CheckMatrixProps = {
  label: string
  /** The head of the column that names the rows. */
  head: string
  columns: readonly { label: string; state: MatrixState }[]
  sections: readonly MatrixSection[]
  onCell: (row: number, column: number, on: boolean) => void
  onRow: (row: number, on: boolean) => void
  onColumn: (column: number, on: boolean) => void
  onSection: (section: number, on: boolean) => void
  /** The reason why nothing can be changed. */
  whyNot?: WhyNot
}

/** Rows under headings against a few columns: one cell, a row, a column or a heading is ticked at a time. */
export function CheckMatrix(props: CheckMatrixProps) {
  const { label, head, columns, sections, onCell, onRow, onColumn, onSection, whyNot } = props
  const all = (name: string, state: MatrixState, onChange: (on: boolean) => void) => (
    <Checkbox
      aria-label={name}
      checked={state === 'all'}
      indeterminate={state === 'some'}
      whyNot={whyNot}
      onChange={() => onChange(state !== 'all')}
    />
  )
  return (
    <div className={css.box}>
      <table className={css.matrix} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className={css.name}>
              {head}
            </th>
            <th scope="col">Tất cả</th>
            {columns.map((column, index) => (
              <th key={column.label} scope="col">
                <span className={css.columnHead}>
                  {column.label}
                  {all(`${column.label}: mọi trang đang hiện`, column.state, (on) => onColumn(index, on))}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        {/* The boxes are the controls; the body hears the keys that were pressed in them. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody onKeyDown={moveByArrows}>
          {sections.map((section) => (
            <Fragment key={section.key}>
              <tr className={css.section}>
                <th scope="rowgroup" className={css.name}>
                  {section.label}
                </th>
                <td>
                  {all(`Mọi quyền của nhóm trang ${section.label}`, section.state, (on) => onSection(section.key, on))}
                </td>
                <td colSpan={columns.length} className={css.detail}>
                  {section.detail}
                </td>
              </tr>
              {section.rows.map((row) => (
                <tr key={row.key} className={css.row}>
                  <th scope="row" className={css.name}>
                    {row.label}
                  </th>
                  <td>{all(`Mọi quyền của trang ${row.label}`, row.state, (on) => onRow(row.key, on))}</td>
                  {row.cells.map((cell, index) => (
                    <td key={index} className={cx(cell?.changed && css[cell.changed])}>
                      {cell ? (
                        <Checkbox
                          aria-label={`${columns[index]!.label}: ${row.label}`}
                          checked={cell.on}
                          whyNot={whyNot}
                          onChange={(on) => onCell(row.key, index, on)}
                        />
                      ) : (
                        <span className={css.none} aria-hidden>
                          ·
                        </span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Arrows go from box to box, over the cells that have none; Tab works as well. */
function moveByArrows(event: KeyboardEvent<HTMLTableSectionElement>) {
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key]
  const cell = (event.target as Element).closest<HTMLTableCellElement>('td, th')
  if (!step || !cell) return
  event.preventDefault()
  const rows = [...event.currentTarget.rows]
  let row = rows.indexOf(cell.parentElement as HTMLTableRowElement)
  let column = cell.cellIndex
  for (;;) {
    row += step[0]!
    column += step[1]!
    const nextCell = rows[row]?.cells[column]
    if (!rows[row] || column < 0 || column > (rows[0]?.cells.length ?? 0)) return
    const box = nextCell?.querySelector('input')
    if (box) return box.focus()
  }
}
