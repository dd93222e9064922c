import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import css from './timeline.module.css'

export type TimelineEntry = {
  key: string | number
  title: ReactNode
  /** Who and when. */
  subtitle: ReactNode
  tone?: 'neutral' | 'green' | 'red'
  children?: ReactNode
}

/** What happened, newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className={css.timeline}>
      {entries.map((entry) => (
        <li key={entry.key} className={cx(css.entry, entry.tone && css[entry.tone])}>
          <div className={css.title}>{entry.title}</div>
          <div className={css.subtitle}>{entry.subtitle}</div>
          {entry.children && <div className={css.body}>{entry.children}</div>}
        </li>
      ))}
    </ol>
  )
}
