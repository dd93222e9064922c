import { cx } from '#web/ui/base/cx.ts'
import { initials } from './initials.ts'
import css from './avatar.module.css'

/** Initials in a circle, hidden from screen readers because the name is shown beside it. */
export function Avatar({ name, size = 'md' }: { name: string; size?: 'sm' | 'md' | 'lg' }) {
  return (
    <span className={cx(css.avatar, css[size])} aria-hidden>
      {initials(name)}
    </span>
  )
}
