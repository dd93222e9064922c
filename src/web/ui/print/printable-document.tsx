import { createPortal } from 'react-dom'
import type { DocumentContent } from '#contract/document-content.ts'
import { cx } from '#web/ui/base/cx.ts'
import css from './printable-document.module.css'

/**
 * A document on A4. It renders twice: the preview inside the dialog, and a copy directly under <body> that only the print style sheet shows,
 * because everything else on the page, the dialog included, is hidden in print.
 */
export function PrintableDocument(props: DocumentContent) {
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

/** Longer lists stand in two columns. */
const max_in_one_column = 12

function Sheet(content: DocumentContent) {
  const { issuer, reference, title, subtitle, facts, columns, lines, sums, note, signatures, foot } = content
  return (
    <>
      <div className={css.head}>
        <div>
          <strong>{issuer.name}</strong>
          {issuer.detail}
        </div>
        <div>
          <strong>{reference.number}</strong>
          {reference.made_at}
        </div>
      </div>
      <h1 className={css.title}>{title}</h1>
      <p className={css.subtitle}>{subtitle}</p>
      <dl className={css.facts}>{definitions(facts)}</dl>
      {lines.length > 0 && (
        <div className={cx(css.lines, lines.length > max_in_one_column && css.columns)}>
          <table>
            <thead>
              <tr>
                {columns.map((column, index) => (
                  <th key={index} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map((cells, row) => (
                <tr key={row}>
                  {cells.map((cell, index) => (
                    <td key={index}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <dl className={css.sums}>{definitions(sums)}</dl>
      <p className={css.amountInWords}>{content.amount_in_words}</p>
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

function definitions(rows: readonly (readonly [label: string, value: string])[]) {
  return rows.flatMap(([label, value]) => [<dt key={label}>{label}</dt>, <dd key={`${label} value`}>{value}</dd>])
}
