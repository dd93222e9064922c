// Cells are not controls, and cells without a total are empty on purpose.
/* oxlint-disable jsx-a11y/control-has-associated-label */
import type { ReactNode } from 'react'
import type { CellStyles } from './table-styles.ts'
import { titleWhenCut } from './table-row.tsx'
import type { TableProps } from './table-types.ts'
import css from './table.module.css'

type FootProps<Row> = Pick<TableProps<Row>, 'columns' | 'actions' | 'footerName'> & {
  styles: CellStyles
  footer: Record<string, ReactNode> | string
}

/** The row of totals. Its label starts in the first cell and may overflow into the next ones that have no total. */
export function TableFoot<Row>({ columns, actions, styles, footer, footerName = 'Tổng cộng' }: FootProps<Row>) {
  const name = typeof footer === 'string' ? footer : footerName
  return (
    // A title shows a total that is cut off; screen readers read the full text without it, and no cell takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/mouse-events-have-key-events
    <tfoot onMouseOver={titleWhenCut}>
      <tr>
        {styles.select && (
          <th scope="row" {...styles.select}>
            {name}
          </th>
        )}
        {columns.map((column, index) => {
          const { className, style } = styles.columns[index]!
          if (index === 0 && !styles.select)
            return (
              <th key={column.key} scope="row" className={className} style={style}>
                {name}
              </th>
            )
          return (
            <td key={column.key} className={className} style={style}>
              {typeof footer === 'string' ? null : footer[column.key]}
            </td>
          )
        })}
        <td aria-hidden className={css.filler} />
        {actions && <td className={css.actions} />}
      </tr>
    </tfoot>
  )
}
