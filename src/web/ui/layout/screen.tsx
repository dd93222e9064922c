import type { ReactNode } from 'react'
import css from './screen.module.css'

/**
 * The content of a page. Where there is room it is as high as the window, so that a table scrolls inside of it and its
 * head and pager stay in sight; on phones and low windows it is as high as it needs to be.
 */
export function Screen({ children, fill = true }: { children: ReactNode; fill?: boolean }) {
  return <div className={fill ? `${css.screen} ${css.fill}` : css.screen}>{children}</div>
}
