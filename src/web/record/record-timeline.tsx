import type { ReactNode } from 'react'
import { clockText, dayOf, dayText } from '#web/value/format.ts'
import { Timeline, type TimelineEntry } from '#web/ui/show/timeline.tsx'
import { today } from '#web/ui/date/date-text.ts'

export interface TimelineEvent {
  title: string
  /** Entries without a time have not happened and are left out. */
  at: string | null | undefined
  /** A person, a gateway, a machine. */
  by?: string | null
  /** Details: a reason, an amount. */
  details?: ReactNode
  tone?: TimelineEntry['tone']
}

/** The timeline of a record: what happened, when and by whom; newest first. Events that have no moment are left out. */
export function RecordTimeline({ events }: { events: readonly TimelineEvent[] }) {
  const entries = events
    .flatMap((event) => (event.at == null ? [] : [{ ...event, at: event.at }]))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .toReversed()
    .map(({ title, at, by, details, tone }) => ({
      key: `${title} ${at}`,
      ...timeOf(at),
      title,
      subtitle: by,
      ...(tone && { tone }),
      ...(details && { children: details }),
    }))
  return <Timeline entries={entries} />
}

/** A moment as a Timeline needs it: the time of day beside the entry, the day as a heading. */
export function timeOf(moment: string): { time: string; day: string } {
  const day = dayOf(moment)
  return { time: clockText(moment), day: day === today() ? 'Hôm nay' : dayText(day) }
}
