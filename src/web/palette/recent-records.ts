/** The records that were open last in this tab, for Ctrl+K to offer them. They name people, so nothing of them is kept in the browser. */
import { onEnded } from '#web/session/session.ts'

export interface RecentRecord {
  title: string
  url: string
}

const most = 6
let records: readonly RecentRecord[] = []
onEnded(() => (records = []))

/** The newest first. */
export function recentRecords(): readonly RecentRecord[] {
  return records
}

export function rememberRecord(record: RecentRecord) {
  records = [record, ...records.filter(({ title }) => title !== record.title)].slice(0, most)
}
