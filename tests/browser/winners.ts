// What stories about prizes begin with: a decided draw of a far day, and winners whom MoMo pays, or does not.
import { sql } from 'kysely'
import { asProgram } from '#server/audit/without-call.ts'
import { expireRewards } from '#features/rewards/deadline/expire-rewards.jobs.ts'
import { winning, winRewards } from '../../src/testing/rewards.ts'
import { withDatabase } from './database.ts'

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

function withRewards(receivers: readonly Winner[], form: number): Promise<number[]> {
  return withDatabase(async (db) => {
    const { rows } = await sql<{ open_date: string }>`
      select current_date + 400 + floor(random() * 4000)::integer as open_date`.execute(db)
    const wins = receivers.map((receiver) => ({ number: winning.two_tiers, ...receiver }))
    const { reward_ids } = await winRewards({ db }, wins, rows[0]!)
    await asProgram(db, 'program test', (trx) =>
      trx.updateTable('reward').set({ form }).where('reward_id', 'in', reward_ids).execute(),
    )
    return reward_ids
  })
}

/** Their last day is over, and the clock has closed them. */
export function expired(reward_ids: readonly number[]): Promise<void> {
  return withDatabase(async (db) => {
    await asProgram(db, 'program test', (trx) =>
      trx
        .updateTable('reward')
        .set({ claim_until: sql<string>`current_date - 1` })
        .where('reward_id', 'in', [...reward_ids])
        .execute(),
    )
    await expireRewards(db)
  })
}
