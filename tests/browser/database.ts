// The running program's own database, for what customers and time do: nobody on screen can.
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
