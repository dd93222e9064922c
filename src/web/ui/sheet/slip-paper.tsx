import { createPortal } from 'react-dom'
import { cx } from '#web/ui/base/cx.ts'
import css from './slip-paper.module.css'

export interface SlipPaperProps {
  /** Who gives the slip, and what stands under the name. */
  issuer: readonly [name: string, detail: string]
  /** Its number and day, in the corner. */
  corner: readonly [name: string, detail: string]
  title: string
  subtitle: string
  facts: readonly (readonly [label: string, value: string])[]
  heads: readonly string[]
  /** As many cells as heads; the second is text, all others are numbers. */
  lines: readonly (readonly string[])[]
  sums: readonly (readonly [label: string, value: string])[]
  words: string
  note?: string | null | undefined
  /** Who signs, and the name under the place for it. */
  signatures: readonly (readonly [role: string, name: string | null])[]
}

/** A slip on A4: shown as it will be printed, and alone on the paper when the page is printed while it is shown. */
export function SlipPaper(props: SlipPaperProps) {
  return (
    <>
      <div className={cx(css.sheet, css.preview)}>
        <Sheet {...props} />
      </div>
      {createPortal(
        <div className={cx(css.sheet, css.print)} aria-hidden>
          <Sheet {...props} />
        </div>,
        document.body,
      )}
    </>
  )
}

function Sheet({
  issuer,
  corner,
  title,
  subtitle,
  facts,
  heads,
  lines,
  sums,
  words,
  note,
  signatures,
}: SlipPaperProps) {
  return (
    <>
      <div className={css.head}>
        <div>
          <strong>{issuer[0]}</strong>
          {issuer[1]}
        </div>
        <div>
          <strong>{corner[0]}</strong>
          {corner[1]}
        </div>
      </div>
      <h1 className={css.title}>{title}</h1>
      <p className={css.under}>{subtitle}</p>
      <dl className={css.facts}>{pairs(facts)}</dl>
      {lines.length > 0 && (
        <div className={css.lines}>
          <table>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((cells, row) => (
                <tr key={row}>
                  {cells.map((cell, column) => (
                    <td key={heads[column]}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <dl className={css.sums}>{pairs(sums)}</dl>
      <p className={css.words}>{words}</p>
      {note && <p className={css.note}>{note}</p>}
      <div className={css.signatures}>
        {signatures.map(([role, name]) => (
          <div key={role}>
            <div>
              <strong>{role}</strong>
              <em>(Ký, ghi rõ họ tên)</em>
            </div>
            <span>{name}</span>
          </div>
        ))}
      </div>
    </>
  )
}

function pairs(rows: readonly (readonly [label: string, value: string])[]) {
  return rows.flatMap(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])
}
