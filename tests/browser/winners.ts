// Set-up of the stories about prizes: a finished draw on a distant day, and its winners.
import { sql } from 'kysely'
import { expireRewards } from '#features/rewards/deadline/expire-rewards.jobs.ts'
import { winning, winRewards } from '../../src/testing/rewards.ts'
import { withDatabase } from './database.ts'
import { writeTo } from '../../src/testing/write.ts'

// Payout forms of a reward.
const momo = 3
const counter = 5

interface Winner {
  msisdn: string
  full_name: string
  /** Ticket number; by default 128531, which wins 500.000 đ. */
  number?: string
}

/** Winners paid through MoMo; in the simulator the last digits of the phone number determine the outcome of a payment. */
export const winners = (receivers: readonly Winner[]): Promise<number[]> => withRewards(receivers, momo)

/** Winners who hold the paper ticket and are paid at a counter. */
export const winnersAtCounter = (receivers: readonly Winner[]): Promise<number[]> => withRewards(receivers, counter)

function withRewards(receivers: readonly Winner[], form: number): Promise<number[]> {
  return withDatabase(async (db) => {
    const { rows } = await sql<{ open_date: string }>`
      select current_date + 400 + floor(random() * 4000)::integer as open_date`.execute(db)
    const wins = receivers.map((receiver) => ({ number: winning.two_tiers, ...receiver }))
    const { reward_ids } = await winRewards({ db }, wins, rows[0]!)
    await writeTo(db, (trx) => trx.updateTable('reward').set({ form }).where('reward_id', 'in', reward_ids).execute())
    return reward_ids
  })
}

/** Moves the claim deadline of these rewards to yesterday and runs the job that closes expired rewards. */
export function expired(reward_ids: readonly number[]): Promise<void> {
  return withDatabase(async (db) => {
    await writeTo(db, (trx) =>
      trx
        .updateTable('reward')
        .set({ claim_until: sql<string>`current_date - 1` })
        .where('reward_id', 'in', [...reward_ids])
        .execute(),
    )
    await expireRewards(db)
  })
}
