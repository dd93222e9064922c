import type { ReactNode } from 'react'
import css from './table.module.css'

/** What is done most to a row, beside its menu: seen while the row is pointed at or has the focus, and always where there is no pointer. */
export function RowAction({ children }: { children: ReactNode }) {
  return <span className={css.rowAction}>{children}</span>
}
