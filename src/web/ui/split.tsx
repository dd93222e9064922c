import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import type { Gap } from './layout.tsx'
import gaps from './layout.module.css'
import css from './split.module.css'

/** A narrow part beside a wide one (a list and its editor); below each other on phones. */
export function Split({
  children,
  aside,
  side = 'left',
  gap = 3,
  fill,
}: {
  children?: ReactNode
  gap?: Gap
  aside: ReactNode
  side?: 'left' | 'right'
  /** Both parts are as high as the Screen. */
  fill?: boolean
}) {
  return (
    <div className={cx(css.split, gaps[`gap${gap}`], side === 'right' && css.asideRight, fill && css.splitFill)}>
      <div className={css.aside}>{aside}</div>
      <div className={css.main}>{children}</div>
    </div>
  )
}
