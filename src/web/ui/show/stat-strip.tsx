import type { ReactNode } from 'react'
import css from './stat-strip.module.css'

/** StatTiles side by side in a flush Panel, with lines between them. */
export function StatStrip({ children }: { children: ReactNode }) {
  return <div className={css.strip}>{children}</div>
}
