import { cx } from '#web/ui/base/cx.ts'
import css from './spinner.module.css'

/** A spinner. With a label it is announced; inside a button it needs none. */
export function Spinner({ label, size = 16 }: { label?: string; size?: 16 | 24 | 32 }) {
  const className = cx(css.spinner, size === 24 && css.medium, size === 32 && css.large)
  return label ? (
    <span className={className} role="status" aria-label={label} />
  ) : (
    <span className={className} aria-hidden />
  )
}
