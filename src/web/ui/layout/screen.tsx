import type { ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './screen.module.css'

/**
 * The content of a page. Where there is room it is as high as the window, so that a table scrolls inside of it and its
 * head and pager stay in sight; on phones and low windows it is as high as it needs to be. With `fill="min"` it is
 * that high at least: for parts that stand whole beside each other, where the page scrolls when one is higher.
 */
export function Screen({ children, fill = true }: { children: ReactNode; fill?: boolean | 'min' }) {
  return <div className={cx(css.screen, fill === 'min' ? css.min : fill && css.fill)}>{children}</div>
}
