import { sql } from 'kysely'
import { fingerprintOf } from '#server/live.ts'
import { adjustmentStatus } from './adjustment.contract.ts'

/** The changes of balances, of wallets and of funds, that wait for a second person. */
export const adjustmentsFingerprint = fingerprintOf(
  sql`select adjustment_id, version from wallet_adjustment where status = ${sql.lit(adjustmentStatus.waiting)}`,
)
