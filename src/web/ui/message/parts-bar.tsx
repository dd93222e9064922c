import { cx } from '#web/ui/base/cx.ts'
import { numberText } from '#contract/text/number-text.ts'
import css from './parts-bar.module.css'

export interface BarPart {
  name: string
  count: number
  tone: 'plain' | 'amber' | 'red' | 'orange' | 'open'
}

interface PartsBarProps {
  label: string
  parts: readonly BarPart[]
  /** A number as people read it. */
  text: (count: number) => string
}

const sumOf = (parts: readonly BarPart[]) => parts.reduce((sum, { count }) => sum + count, 0)

/** A progress bar of several parts (such as done, skipped, failed), with their numbers below. */
export function PartsBar({ label, parts, text }: PartsBarProps) {
  const total = Math.max(1, sumOf(parts))
  return (
    <figure className={css.figure} aria-label={label}>
      <svg className={css.bar} aria-hidden preserveAspectRatio="none" viewBox="0 0 1000 1">
        <rect className={css.open} width={1000} height={1} />
        {parts.map(({ name, count, tone }, index) => (
          <rect
            key={name}
            className={css[tone]}
            x={(sumOf(parts.slice(0, index)) / total) * 1000}
            width={(count / total) * 1000}
            height={1}
          />
        ))}
      </svg>
      <ul className={css.list}>
        {parts.map(({ name, count, tone }) => (
          <li key={name} className={css.item}>
            <span className={cx(css.dot, css[`dot-${tone}`])} aria-hidden />
            {name} <strong>{text(count)}</strong>
            <span className={css.share}>{`${numberText((count / total) * 100, 1)}%`}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
