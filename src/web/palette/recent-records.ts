/** The records opened last in this tab, for the palette. They contain names of people, so they are kept in memory only. */
import { onEnded } from '#web/session/session.ts'

export interface RecentRecord {
  title: string
  url: string
}

const max_records = 6
let records: readonly RecentRecord[] = []
onEnded(() => (records = []))

/** The newest first. */
export function recentRecords(): readonly RecentRecord[] {
  return records
}

/** Adds an opened record. */
export function rememberRecord(record: RecentRecord) {
  records = [record, ...records.filter(({ title }) => title !== record.title)].slice(0, max_records)
}
