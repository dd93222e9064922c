/** The fingerprint by which live screens notice that the accounts waiting for somebody changed. */
import { sql } from 'kysely'
import { fingerprintOf } from '#server/live/live.ts'
import { accountStatus } from './account.contract.ts'

/** Accounts that wait for approval or for a new password. unscoped: only a hash leaves the server. */
export const accountsFingerprint = fingerprintOf(sql`
  select user_id, version from app_user
  where deleted_at is null and (status = ${sql.lit(accountStatus.waiting)} or forgot_at is not null)`)
