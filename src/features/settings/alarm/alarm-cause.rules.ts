/** The cause of an alarm, as the areas report it, with the texts that they share. */
import { numberText } from '#contract/text/number-text.ts'
import type { Limits } from './alarm.rules.ts'

export interface AlarmCause {
  /** Identifies the cause within its kind, so that it raises one alarm as long as it lasts. */
  subject: string
  title: string
  detail: string
  /** The page on which people do something about it. */
  url: string
}

/** The maximum number of alarms of one kind; nobody would read more. */
export const max_causes = 100

export interface WaitingQueue {
  subject: string
  title: string
  url: string
  waiting: number
  oldest_at: string | null
  /** What waits, as in '12 đơn'. */
  unit: string
}

/** A cause when too many items wait, or the oldest one waits too long; otherwise none. `now` in ms. */
export function queueCause(
  { waiting, oldest_at, unit, ...cause }: WaitingQueue,
  limits: Limits,
  now: number,
): AlarmCause[] {
  const minutes = oldest_at === null ? 0 : Math.floor((now - Date.parse(oldest_at)) / 60_000)
  if (waiting <= limits.most_waiting! && minutes < limits.most_minutes!) return []
  return [
    {
      ...cause,
      title: `${cause.title}: ${numberText(waiting)} ${unit} đang chờ`,
      detail: `Lâu nhất ${waitText(minutes)}`,
    },
  ]
}

/** '45 phút', '3 giờ 5 phút', '2 ngày 4 giờ'. */
function waitText(minutes: number): string {
  if (minutes < 60) return `${minutes} phút`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} giờ ${minutes % 60} phút` : `${Math.floor(hours / 24)} ngày ${hours % 24} giờ`
}
