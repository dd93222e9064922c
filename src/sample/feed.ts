/** Connects the sample to the simulator's results of Keno and Bingo18. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { asProgram } from '#server/audit/without-call.ts'

interface Feed {
  url: string
  key: string
}

/** Fault rates at which most days have a late or contradictory result to handle. */
export const sampleFaults = { feed_late: 0.03, feed_contradiction: 0.01, feed_missing: 0.01 }

/** Updates the setting to the simulated sources, whose port changes at each start; addresses that people have changed are kept. */
export async function useSimulatedFeeds(main: Db, { first, second }: { first: Feed; second: Feed }): Promise<void> {
  await asProgram(main, 'Nối nguồn kết quả mẫu', async (db) => {
    const addresses = {
      first_url: first.url,
      first_key: first.key,
      second_url: second.url,
      second_key: second.key,
    }
    const movedFeeds = await db
      .updateTable('result_feed')
      .set(addresses)
      .where('first_url', 'like', 'http://127.0.0.1:%/feed/first')
      .executeTakeFirst()
    if (movedFeeds.numUpdatedRows > 0n) return
    await db
      .updateTable('result_feed')
      .set({ ...addresses, status: 1, confirmed_at: sql<string>`now()`, started_at: after_last_result })
      .where('updated_at', 'is', null)
      .execute()
  })
}

/** Moment just after the sample's last result; for earlier draws the simulator would report other numbers than the sample has. */
const after_last_result = sql<string>`(
  select coalesce(max(p.draw_at) + interval '1 second', now()) from draw_result r join draw_period p using (period_id)
  where p.category in (16, 17))`
