import { cx } from '#web/ui/base/cx.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import css from './draw-sheet.module.css'

export interface SheetColumn {
  key: string | number
  title: string
  /** The code, in small type below the title. */
  code: string
}

export interface SheetRow {
  key: string
  label: string
  /** special: the highlighted top prize; first: the smallest prize, which is coloured too. */
  tone?: 'special' | 'first' | undefined
  /** The numbers of each column; '' for a number that is not drawn yet. */
  cells: readonly (readonly string[])[]
}

export interface DrawSheetProps {
  label: string
  columns: readonly SheetColumn[]
  rows: readonly SheetRow[]
}

/** A draw's results like the printed sheet: a row per prize and a column per station. */
export function DrawSheet({ label, columns, rows }: DrawSheetProps) {
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.frame} role="region" aria-label={label} tabIndex={0}>
      <table className={css.sheet} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className={css.corner}>
              Giải
            </th>
            {columns.map(({ key, title, code }) => (
              <th key={key} scope="col">
                <span className={css.title}>{title}</span>
                <span className={css.code}>{code}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={cx(row.tone === 'special' && css.special, row.tone === 'first' && css.first)}>
              <th scope="row">{row.label}</th>
              {row.cells.map((numbers, index) => (
                <td key={columns[index]!.key}>
                  <Numbers numbers={numbers} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Numbers({ numbers }: { numbers: readonly string[] }) {
  return (
    <span className={css.numbers}>
      {numbers.map((number, index) =>
        number === '' ? (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index} className={css.blank}>
            <VisuallyHidden>chưa có</VisuallyHidden>
          </span>
        ) : (
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>{`${number} `}</span>
        ),
      )}
    </span>
  )
}
