import { Fragment } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './digit-table.module.css'

export interface DigitTableProps {
  label: string
  /** The header of the first column, which has the digits 0 to 9. */
  head: string
  columns: readonly { key: string | number; title: string }[]
  /** For each column ten lists, one per digit 0 to 9; `is_special` marks digits of the special prize. */
  digits: readonly (readonly (readonly { digit: string; is_special: boolean }[])[])[]
}

/** The lô tô table: for each digit 0 to 9 the digits that are drawn together with it. */
export function DigitTable({ label, head, columns, digits }: DigitTableProps) {
  return (
    <table className={css.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {columns.map(({ key, title }) => (
            <th key={key} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: 10 }, (_, row) => (
          <tr key={row}>
            <th scope="row">{row}</th>
            {columns.map(({ key }, column) => (
              <td key={key}>
                {digits[column]![row]!.length === 0
                  ? '–'
                  : digits[column]![row]!.map(({ digit, is_special }, index) => (
                      // oxlint-disable-next-line react/no-array-index-key
                      <Fragment key={index}>
                        <span className={cx(is_special && css.special)}>{digit}</span>{' '}
                      </Fragment>
                    ))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
