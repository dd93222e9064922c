// A shop of an agent of its own that sells while a story is told: its orders come in beside the browser, as those of devices do.
import { createDb, createPools } from '#server/database/pool.ts'
import { runningUrl } from '#server/database/embedded.ts'
import { openShop, sell, type Shop, type TestWish } from '../../src/testing/orders.ts'

export interface SellingShop extends Shop {
  sell(wish?: TestWish): Promise<number>
  close(): Promise<void>
}

export async function sellingShop(): Promise<SellingShop> {
  const pools = createPools(runningUrl(process.env.PROGRAM_DATA_DIR!)!, { size: 2 })
  const office = { db: createDb(pools.main) }
  const shop = await openShop(office)
  return { ...shop, sell: (wish) => sell(office, shop, wish), close: () => pools.end() }
}
