/**
 * Fingerprints by which live screens notice changes of open rewards and batches.
 * unscoped: only a hash leaves the server.
 */
import { sql } from 'kysely'
import { fingerprintOf } from '#server/live/live.ts'

/** Changes with open rewards and open batches. */
export const rewardsFingerprint = fingerprintOf(sql`select reward_id, version from reward where status in (1, 2, 4, 6)
  union all select batch_id, version from reward_batch where status in (1, 2, 4)`)
