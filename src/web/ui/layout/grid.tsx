import type { ReactNode, Ref } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import type { Gap } from './layout.tsx'
import css from './grid.module.css'
import gaps from './layout.module.css'

/** Equal columns, fewer where the room is short: the cells of a form, tiles. */
export function Grid({
  children,
  gap = 3,
  columns = 2,
  even,
  ref,
}: {
  children?: ReactNode
  gap?: Gap
  columns?: 1 | 2 | 3 | 4
  /** The cells of a line are equally high. */
  even?: boolean
  ref?: Ref<HTMLDivElement>
}) {
  return (
    <div ref={ref} className={cx(css.grid, gaps[`gap${gap}`], css[`columns${columns}`], even && css.even)}>
      {children}
    </div>
  )
}

/** A cell that takes the whole width of its Grid. */
export function FullWidth({ children }: { children: ReactNode }) {
  return <div className={css.full}>{children}</div>
}
