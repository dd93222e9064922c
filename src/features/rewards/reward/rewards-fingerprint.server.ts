/**
 * What waits for people in the area, as live screens watch it.
 * unscoped: nobody is told which row.
 */
import { sql } from 'kysely'
import { fingerprintOf } from '#server/live/live.ts'

/** Rewards that have not ended, and batches that have not. */
export const rewardsFingerprint = fingerprintOf(sql`select reward_id, version from reward where status in (1, 2, 4, 6)
  union all select batch_id, version from reward_batch where status in (1, 2, 4)`)
