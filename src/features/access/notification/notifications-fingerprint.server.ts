import { sql } from 'kysely'
import { fingerprintOf } from '#server/live/live.ts'

/** The last hundred, with whether they were read: what commits late is among them. */
export const notificationsFingerprint = fingerprintOf(sql`
  (select notification_id, version from notification order by notification_id desc limit 100)`)
