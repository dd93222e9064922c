import type { ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import css from './timeline.module.css'

export type TimelineEntry = {
  key: string | number
  /** The time of day, beside the entry. */
  time?: string
  /** The day, shown above its first entry. */
  day?: string
  title: ReactNode
  /** The person or the subject. */
  subtitle?: ReactNode
  /** A future entry, shown as a ring instead of a dot. */
  tone?: 'neutral' | 'green' | 'red' | 'coming'
  children?: ReactNode
}

/** A timeline of events, newest first. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const hasTimes = entries.some(({ time }) => time !== undefined)
  return (
    <ol className={cx(css.timeline, hasTimes && css.timed)}>
      {entries.map((entry, index) => (
        <li key={entry.key} className={cx(css.entry, entry.tone && css[entry.tone])}>
          {entry.day !== undefined && entry.day !== entries[index - 1]?.day && (
            <div className={css.day}>{entry.day}</div>
          )}
          {hasTimes && <time className={css.time}>{entry.time}</time>}
          <div className={css.words}>
            <div className={css.title}>
              {entry.title}
              {entry.tone === 'coming' && <VisuallyHidden> (chưa đến)</VisuallyHidden>}
            </div>
            {entry.subtitle && <div className={css.subtitle}>{entry.subtitle}</div>}
            {entry.children && <div className={css.body}>{entry.children}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
