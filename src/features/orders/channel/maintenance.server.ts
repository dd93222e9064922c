/** Refuses orders of products and stations under maintenance; the windows are read at most once a second for all callers. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { cacheRead } from '#server/http/cached-read.ts'
import type { ChannelRequest } from '#features/orders/intake/order-request.rules.ts'
import type { ChannelCreate } from './channel.contract.ts'

interface Maintenance {
  /** The products under maintenance; empty means all. */
  categories: number[]
  /** The stations of these products. */
  area_ids: number[]
  content: string
  end_at: string
}

interface LookUps {
  windows: () => Promise<readonly Maintenance[]>
  isAnswered: (request: ChannelRequest) => Promise<boolean>
}

/**
 * @returns a function that refuses a new order of something under maintenance, with the text that staff wrote for it
 */
export function openMaintenance(lookUps: LookUps) {
  const readWindows = cacheRead(lookUps.windows)
  return async function refuse(request: ChannelRequest & Pick<ChannelCreate, 'category' | 'area_id'>): Promise<void> {
    const { category, area_id } = request
    const { value: windows } = await readWindows()
    const matchingWindow = windows.find(
      ({ categories, area_ids }) =>
        categories.length === 0 || categories.includes(category ?? 0) || area_ids.includes(area_id ?? 0),
    )
    // A request that was answered before the maintenance gets that answer again.
    if (matchingWindow && !(await lookUps.isAnswered(request)))
      throw new Failure('under_maintenance', { message: matchingWindow.content, until: matchingWindow.end_at })
  }
}

export async function maintenanceNow(db: Db): Promise<Maintenance[]> {
  const { rows } = await sql<Maintenance>`
    select m.categories, m.content, m.end_at, array(
      select a.area_id from draw_area a where a.category = any (m.categories)) as area_ids
    from maintenance m
    where m.status = 1 and m.start_at <= clock_timestamp() and m.end_at > clock_timestamp()
    order by m.end_at desc`.execute(db)
  return rows
}
