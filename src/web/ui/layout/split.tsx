import type { ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
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
  narrow,
}: {
  children?: ReactNode
  gap?: Gap
  aside: ReactNode
  side?: 'left' | 'right'
  /** Makes both parts as high as the Screen. */
  fill?: boolean
  /** The narrow part holds short words only: a table of contents. */
  narrow?: boolean
}) {
  return (
    <div
      className={cx(
        css.split,
        gaps[`gap${gap}`],
        side === 'right' && css.asideRight,
        fill && css.splitFill,
        narrow && css.narrow,
      )}
    >
      <div className={css.aside}>{aside}</div>
      <div className={css.main}>{children}</div>
    </div>
  )
}
