import { cx } from '#web/ui/base/cx.ts'
import css from './figure-strip.module.css'

export interface Figure {
  key: string
  label: string
  /** A longer explanation of the label. */
  hint?: string | undefined
  /** The figure as text; undefined while it is loading. */
  value: string | undefined
  /** The change since the compared period, '+12,3%', and the figure then, 'từ 29.910.000 đ'. */
  change?: { text: string; tone: 'green' | 'danger' | 'muted' }
  beside?: string
}

/** The key figures of a report in one strip, the most important first. */
export function FigureStrip({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={css.strip}>
      {figures.map(({ key, label, hint, value, change, beside }) => (
        <div key={key} className={css.figure}>
          <dt className={css.label} data-tip={hint}>
            {label}
          </dt>
          <dd className={css.value}>{value ?? '\u00a0'}</dd>
          {change && (
            <dd className={css.beside}>
              <span className={cx(css.change, css[change.tone])}>{change.text}</span> {beside}
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
