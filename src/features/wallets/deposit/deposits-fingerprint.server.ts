import { sql } from 'kysely'
import { fingerprintOf } from '#server/live.ts'
import { depositStatus, lineStatus } from './deposit.contract.ts'

/** The money that came in and waits for a first or a second person. */
export const depositsFingerprint = fingerprintOf(sql`
  select bank_transaction_id, version from bank_transaction where status = ${sql.lit(lineStatus.waiting)}
  union all
  select transfer_id, version from deposit where status = ${sql.lit(depositStatus.matched)}`)
