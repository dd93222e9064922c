/** Orders of past days in a draw that has not taken place yet. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import { createOrders } from '#features/orders/intake/create-orders.server.ts'
import { payOrders } from '#features/orders/payment/pay.server.ts'
import { product } from '#features/results/product/product.contract.ts'
import { dayFromNow } from './tickets.ts'
import { idOf, orderRequestOf, type SellingPos, type TestOrder } from './orders.ts'
import type { Office } from './office.ts'

/** Opens a Keno draw of the day after tomorrow that has been on sale for three weeks, so that no past day needs its result. */
export async function openLateDraw(office: Office): Promise<number> {
  const day = await dayFromNow(office.db, 2)
  return office.write((db) =>
    idOf(
      db,
      sql`insert into draw_period (category, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
        values (${product.keno}, ${day}, ${`THU-${randomUUID().slice(0, 8)}`}, now() - interval '21 days', ${`${day} 05:00`}, ${`${day} 05:00`},
          ${`${day} 05:01`}, ${`${day} 05:02`}) returning period_id as id`,
    ),
  )
}

/** Creates an order and pays it, both dated noon of `day`; returns the order_id. */
export async function sellOn(
  office: Office,
  { pos, period_id }: { pos: SellingPos; period_id: number },
  day: string,
  fields: TestOrder = {},
): Promise<number> {
  const noon = `${day}T12:00:00+07:00`
  const request = await orderRequestOf(office, pos, { period_id, ...fields })
  return office.write(async (db) => {
    const [created] = await createOrders(db, [request], noon)
    if (created instanceof Failure) throw created
    const { order_id } = created!
    const payment = { device_id: pos.device_id, transid: randomUUID(), order_id, vendor_ref: randomUUID() }
    const [paid] = await payOrders(db, [payment], noon)
    if (paid instanceof Failure) throw paid
    return order_id
  })
}
