import { createPortal } from 'react-dom'
import type { Paper } from '#contract/paper.ts'
import { cx } from '#web/ui/base/cx.ts'
import css from './slip-paper.module.css'

/** A slip on A4: shown as it will be printed, and alone on the paper when the page is printed while it is shown. */
export function SlipPaper(props: Paper) {
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

function Sheet({ issuer, corner, title, subtitle, facts, heads, lines, sums, words, note, signatures, foot }: Paper) {
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
      {foot && <p className={css.foot}>{foot}</p>}
    </>
  )
}

function pairs(rows: readonly (readonly [label: string, value: string])[]) {
  return rows.flatMap(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])
}
