import type { ReactNode } from 'react'
import css from './table.module.css'

/** The most frequent action of a row, beside its menu: visible while the row is hovered or focused, and always on touch screens. */
export function RowAction({ children }: { children: ReactNode }) {
  return <span className={css.rowAction}>{children}</span>
}
