import { sql } from 'kysely'
import { fingerprintOf } from '#server/live/live.ts'
import { orderStatus } from './order.contract.ts'

const { paid, processing, reported, refunding } = orderStatus

/** The orders that wait for somebody; unscoped: nobody is told which. */
export const ordersFingerprint = fingerprintOf(sql`
  select order_id, version from sale_order where status in (${sql.lit(paid)}, ${sql.lit(processing)}) and handling > 0
  union all
  select order_id, version from sale_order where status in (${sql.lit(reported)}, ${sql.lit(refunding)})`)
