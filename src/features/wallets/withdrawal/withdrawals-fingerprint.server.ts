import { sql } from 'kysely'
import { fingerprintOf } from '#server/live.ts'
import { withdrawalStatus } from './withdrawal.contract.ts'

const { waiting, processing, cancelling, unknown } = withdrawalStatus

/** The withdrawals that have not come to their end. */
export const withdrawalsFingerprint = fingerprintOf(sql`
  select withdrawal_id, version from withdrawal
  where status in (${sql.lit(waiting)}, ${sql.lit(processing)}, ${sql.lit(cancelling)}, ${sql.lit(unknown)})`)
