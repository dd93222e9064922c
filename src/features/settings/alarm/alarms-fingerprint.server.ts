import { sql } from 'kysely'
import { fingerprintOf } from '#server/live/live.ts'

/** Changes with the open alarms and their acknowledgement. */
export const alarmsFingerprint = fingerprintOf(sql`select alarm_id, version from alarm where closed_at is null`)
