/** The sample's results of Keno and Bingo18 come from the simulator, from its first start on. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { asProgram } from '#server/audit/without-call.ts'

interface Feed {
  url: string
  key: string
}

/** So often something is late, or contradicts, that there is something to look at on most days. */
export const sampleFaults = { feed_late: 0.03, feed_contradiction: 0.01, feed_missing: 0.01 }

/**
 * Points the setting to the simulated sources, whose port is another one at each start. What people have set since then to
 * other addresses stays.
 */
export async function useSimulatedFeeds(main: Db, { first, second }: { first: Feed; second: Feed }): Promise<void> {
  await asProgram(main, 'Nối nguồn kết quả mẫu', async (db) => {
    const addresses = {
      first_url: first.url,
      first_key: first.key,
      second_url: second.url,
      second_key: second.key,
    }
    const moved = await db
      .updateTable('result_feed')
      .set(addresses)
      .where('first_url', 'like', 'http://127.0.0.1:%/feed/first')
      .executeTakeFirst()
    if (moved.numUpdatedRows > 0n) return
    await db
      .updateTable('result_feed')
      .set({ ...addresses, status: 1, confirmed_at: sql<string>`now()`, started_at: afterLastResult })
      .where('updated_at', 'is', null)
      .execute()
  })
}

/** The sample brings the results of its past; what the simulator drew then was something else. */
const afterLastResult = sql<string>`(
  select coalesce(max(p.draw_at) + interval '1 second', now()) from draw_result r join draw_period p using (period_id)
  where p.category in (16, 17))`
