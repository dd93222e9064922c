import { time_zone } from '../database/values.ts'

/** Something in the audit log that is not as it was written. */
export interface Finding {
  chain?: number
  seq?: number
  audit_id?: number
  /** What is wrong, as a Vietnamese sentence. */
  what: string
}

export type Report = (finding: Finding) => void

/** A moment as staff read it: '08:00:00 01/10/2026'. */
export function readableTime(moment: string): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return moment
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
  return date.toLocaleString('vi-VN', {
    timeZone: time_zone,
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
}
