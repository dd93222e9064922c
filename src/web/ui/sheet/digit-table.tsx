import { Fragment } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './digit-table.module.css'

export interface DigitTableProps {
  label: string
  /** Above the digits 0 to 9 at the left. */
  head: string
  columns: readonly { key: string | number; title: string }[]
  /** Of each column ten lists, one for each digit; a marked one is of the special prize. */
  digits: readonly (readonly (readonly { digit: string; is_special: boolean }[])[])[]
}

/** Which digits stand beside each of the digits 0 to 9: the lô tô table. */
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
                  : digits[column]![row]!.map(({ digit, is_special }, at) => (
                      // oxlint-disable-next-line react/no-array-index-key
                      <Fragment key={at}>
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
