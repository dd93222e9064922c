// Access to the running program's database, for what cannot be done in the browser, such as customers' orders and the passing of time.
import type { Db } from '#server/database/transaction.ts'
import { runningUrl } from '#server/database/embedded.ts'
import { createDb, createPools } from '#server/database/pool.ts'

export async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const pools = createPools(runningUrl(process.env.PROGRAM_DATA_DIR!)!, { size: 2 })
  try {
    return await work(createDb(pools.main))
  } finally {
    await pools.end()
  }
}
