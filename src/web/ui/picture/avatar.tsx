import { cx } from '#web/ui/base/cx.ts'
import { initials } from './initials.ts'
import css from './avatar.module.css'

/** Initials in a circle; the name itself stands beside it, so readers skip it. */
export function Avatar({ name, size = 'md' }: { name: string; size?: 'sm' | 'md' | 'lg' }) {
  return (
    <span className={cx(css.avatar, css[size])} aria-hidden>
      {initials(name)}
    </span>
  )
}
