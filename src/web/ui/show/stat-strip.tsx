import type { ReactNode } from 'react'
import css from './stat-strip.module.css'

/** StatTiles side by side across a flush Panel, parted by lines. */
export function StatStrip({ children }: { children: ReactNode }) {
  return <div className={css.strip}>{children}</div>
}
