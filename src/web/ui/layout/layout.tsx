import type { ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './layout.module.css'

/** Room between things, in steps of 4 px: 0, 4, 8, 12, 16, 24, 32. */
export type Gap = 0 | 1 | 2 | 3 | 4 | 5 | 6

type CommonProps = { children?: ReactNode; gap?: Gap }

/** One below the other. */
export function Stack({
  children,
  gap = 3,
  fill,
  align,
}: CommonProps & { fill?: boolean; align?: 'start' | 'center' | 'end' }) {
  return (
    <div className={cx(css.stack, css[`gap${gap}`], fill && css.fill, align && css[`align-${align}`])}>{children}</div>
  )
}

type RowProps = CommonProps & {
  align?: 'start' | 'center' | 'end' | 'baseline'
  justify?: 'start' | 'center' | 'end' | 'between'
  wrap?: boolean
}

/** Side by side; wraps unless told otherwise. */
export function Row({ children, gap = 2, align = 'center', justify = 'start', wrap = true }: RowProps) {
  return (
    <div className={cx(css.row, css[`gap${gap}`], css[`align-${align}`], css[`justify-${justify}`], wrap && css.wrap)}>
      {children}
    </div>
  )
}

/** Controls in a line, aligned at their bottoms: a filter bar, the buttons above a table. `end` goes to the right. */
export function Toolbar({ children, end, label }: { children?: ReactNode; end?: ReactNode; label?: string }) {
  return (
    <div className={css.toolbar} role={label ? 'group' : undefined} aria-label={label}>
      {children}
      {end && <div className={css.toolbarEnd}>{end}</div>}
    </div>
  )
}

/** Pushes what follows to the far end of a Row. */
export function Spacer() {
  return <span className={css.spacer} />
}

/** A horizontal line between parts of a page. */
export function Divider() {
  return <hr className={css.divider} />
}
