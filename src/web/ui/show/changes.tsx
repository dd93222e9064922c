import type { ReactNode } from 'react'
import css from './changes.module.css'

export type ChangeLine = {
  key: string
  label: string
  before: ReactNode
  after: ReactNode
  /** The values are removed and added members of a set, shown with − and +, instead of an old and a new value. */
  set?: boolean
}

/** Changed fields with old and new value: 'Trạng thái: Chờ duyệt → Hoạt động'. */
export function Changes({ lines }: { lines: readonly ChangeLine[] }) {
  return (
    <dl className={css.changes}>
      {lines.map((line) => (
        <div key={line.key} className={css.line}>
          <dt className={css.label}>{line.label}</dt>
          <dd className={css.values}>
            {isThere(line.before) && (
              <del className={css.before}>
                {line.set && '− '}
                {line.before}
              </del>
            )}
            {isThere(line.before) && !line.set && (
              <span className={css.arrow} role="img" aria-label="thành">
                →
              </span>
            )}
            {isThere(line.after) && (
              <ins className={css.after}>
                {line.set && '+ '}
                {line.after}
              </ins>
            )}
            {!isThere(line.after) && !line.set && (
              <span className={css.none}>{isThere(line.before) ? 'Trống' : '—'}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function isThere(value: ReactNode): boolean {
  return value !== null && value !== undefined && value !== ''
}
