// What stories about prizes begin with: a decided draw of a far day, and winners whom MoMo pays, or does not.
import { sql } from 'kysely'
import { asProgram } from '#server/audit/without-call.ts'
import { runningUrl } from '#server/database/embedded.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import { winning, winRewards } from '../../src/testing/rewards.ts'

/** MoMo's form of a reward. */
const momo = 3

/** Each has won 500.000 đ. In the simulator the last digits of a number say what becomes of a payment to it. */
export async function winners(receivers: readonly { msisdn: string; full_name: string }[]): Promise<number[]> {
  const pools = createPools(runningUrl(process.env.PROGRAM_DATA_DIR!)!, { size: 2 })
  const db = createDb(pools.main)
  try {
    const { rows } = await sql<{ open_date: string }>`
      select current_date + 400 + floor(random() * 4000)::integer as open_date`.execute(db)
    const wins = receivers.map((receiver) => ({ number: winning.two_tiers, ...receiver }))
    const { reward_ids } = await winRewards({ db }, wins, rows[0]!)
    await asProgram(db, 'program test', (trx) =>
      trx.updateTable('reward').set({ form: momo }).where('reward_id', 'in', reward_ids).execute(),
    )
    return reward_ids
  } finally {
    await pools.end()
  }
}
