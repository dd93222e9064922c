// What stories about prizes begin with: a decided draw of a far day, and winners whom MoMo pays, or does not.
import { sql } from 'kysely'
import { asProgram } from '#server/audit/without-call.ts'
import { runningUrl } from '#server/database/embedded.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import { expireRewards } from '#features/rewards/deadline/expire-rewards.jobs.ts'
import { winning, winRewards } from '../../src/testing/rewards.ts'

/** Forms of a reward. */
const momo = 3
const counter = 5

interface Winner {
  msisdn: string
  full_name: string
  /** 128531 without it, which wins 500.000 đ. */
  number?: string
}

/** In the simulator the last digits of a number say what becomes of a payment to it. */
export const winners = (receivers: readonly Winner[]): Promise<number[]> => withRewards(receivers, momo)

/** Customers who hold the paper themselves. */
export const winnersAtCounter = (receivers: readonly Winner[]): Promise<number[]> => withRewards(receivers, counter)

async function withRewards(receivers: readonly Winner[], form: number): Promise<number[]> {
  const pools = createPools(runningUrl(process.env.PROGRAM_DATA_DIR!)!, { size: 2 })
  const db = createDb(pools.main)
  try {
    const { rows } = await sql<{ open_date: string }>`
      select current_date + 400 + floor(random() * 4000)::integer as open_date`.execute(db)
    const wins = receivers.map((receiver) => ({ number: winning.two_tiers, ...receiver }))
    const { reward_ids } = await winRewards({ db }, wins, rows[0]!)
    await asProgram(db, 'program test', (trx) =>
      trx.updateTable('reward').set({ form }).where('reward_id', 'in', reward_ids).execute(),
    )
    return reward_ids
  } finally {
    await pools.end()
  }
}

/** Their last day is over, and the clock has closed them. */
export async function expired(reward_ids: readonly number[]): Promise<void> {
  const pools = createPools(runningUrl(process.env.PROGRAM_DATA_DIR!)!, { size: 2 })
  const db = createDb(pools.main)
  try {
    await asProgram(db, 'program test', (trx) =>
      trx
        .updateTable('reward')
        .set({ claim_until: sql<string>`current_date - 1` })
        .where('reward_id', 'in', [...reward_ids])
        .execute(),
    )
    await expireRewards(db)
  } finally {
    await pools.end()
  }
}
