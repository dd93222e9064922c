import { sql } from 'kysely'
import { fingerprintOf } from '#server/live/live.ts'
import { accountStatus } from './account.contract.ts'

/** The people who wait for their account or for another password; unscoped: nobody is told who. */
export const accountsFingerprint = fingerprintOf(sql`
  select user_id, version from app_user
  where deleted_at is null and (status = ${sql.lit(accountStatus.waiting)} or forgot_at is not null)`)
