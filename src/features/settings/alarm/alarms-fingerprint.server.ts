import { sql } from 'kysely'
import { fingerprintOf } from '#server/live/live.ts'

/** Alarms that are not closed, with whether somebody looks after them. */
export const alarmsFingerprint = fingerprintOf(sql`select alarm_id, version from alarm where closed_at is null`)
