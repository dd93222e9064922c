// A point of sale with its own partner that creates orders outside the browser while a story runs, as devices do.
import { createDb, createPools } from '#server/database/pool.ts'
import { runningUrl } from '#server/database/embedded.ts'
import { openPos, sell, type SellingPos, type TestOrder } from '../../src/testing/orders.ts'

export interface BrowserPos extends SellingPos {
  sell(fields?: TestOrder): Promise<number>
  close(): Promise<void>
}

/** @param group pos_group_id of the new point of sale */
export async function openBrowserPos(group?: number): Promise<BrowserPos> {
  const pools = createPools(runningUrl(process.env.PROGRAM_DATA_DIR!)!, { size: 2 })
  const office = { db: createDb(pools.main) }
  const pos = await openPos(office, group === undefined ? {} : { pos_group_id: group })
  return { ...pos, sell: (fields) => sell(office, pos, fields), close: () => pools.end() }
}
