import type { ReactNode } from 'react'
import css from './visually-hidden.module.css'

/** Text for screen readers only. */
export function VisuallyHidden({
  id,
  children,
  as: As = 'span',
}: {
  id?: string
  children: ReactNode
  as?: 'span' | 'div' | 'h2'
}) {
  return (
    <As id={id} className={css.hidden}>
      {children}
    </As>
  )
}
