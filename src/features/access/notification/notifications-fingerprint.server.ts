/** The fingerprint by which the bell notices new and newly read notifications. */
import { sql } from 'kysely'
import { fingerprintOf } from '#server/live/live.ts'

/** The newest hundred, not only the newest one: a transaction may commit a lower number later. The version changes when one is read. */
export const notificationsFingerprint = fingerprintOf(sql`
  (select notification_id, version from notification order by notification_id desc limit 100)`)
