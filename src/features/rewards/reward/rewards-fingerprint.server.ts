/**
 * What waits for people in the area, as live screens watch it.
 * unscoped: nobody is told which row.
 */
import { sql } from 'kysely'
import { fingerprintOf } from '#server/live/live.ts'

/** Rewards that have not ended. */
export const rewardsFingerprint = fingerprintOf(sql`select reward_id, version from reward where status in (1, 2, 4, 6)`)
