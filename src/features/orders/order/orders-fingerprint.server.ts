/** The fingerprint by which live screens notice that the orders waiting for somebody changed. */
import { sql } from 'kysely'
import { fingerprintOf } from '#server/live/live.ts'
import { orderStatus } from './order.contract.ts'

const { paid, processing, reported, refunding } = orderStatus

/** Orders in the queues, reported ones and those being refunded. unscoped: only a hash leaves the server. */
export const ordersFingerprint = fingerprintOf(sql`
  select order_id, version from sale_order where status in (${sql.lit(paid)}, ${sql.lit(processing)}) and handling > 0
  union all
  select order_id, version from sale_order where status in (${sql.lit(reported)}, ${sql.lit(refunding)})`)
