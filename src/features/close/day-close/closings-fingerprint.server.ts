/** The fingerprint by which live screens notice that the days waiting for a signature changed. */
import { sql } from 'kysely'
import { fingerprintOf } from '#server/live/live.ts'
import { closeStatus } from './day-close.contract.ts'

export const closingsFingerprint = fingerprintOf(sql`
  select day - date '2020-01-01', version from day_close where status <> ${closeStatus.closed}::smallint`)
