/** Paid orders with a moment and point of sale chosen by the test. */
import { sql } from 'kysely'
import { product, type Product } from '#features/results/product/product.contract.ts'
import type { Office } from './office.ts'
import type { Market, MarketPos } from './sales.ts'
import { writeTo } from './write.ts'

export interface PaidOrder {
  at: string
  pos?: MarketPos
  category?: Product
  user_pos_id?: number | null
  lines?: { play_type: number; quantity: number }[]
  fee?: number
}

/** Inserts a paid order at a moment in Vietnamese time; returns its order_id. */
export function sellPaid(office: Pick<Office, 'db'>, market: Market, fields: PaidOrder): Promise<number> {
  const { at, pos = market.all_pos[0]!, category = product.keno, user_pos_id = null, lines, fee = 0 } = fields
  const sold = market.sold.find((soldProduct) => soldProduct.category === category)!
  const boards = lines ?? [{ play_type: sold.plays[0]!, quantity: 1 }]
  const quantity = boards.reduce((sum, line) => sum + line.quantity, 0)
  return writeTo(office.db, async (db) => {
    const { rows } = await sql<{ order_id: number }>`
      insert into sale_order (order_id, ordered_at, category, period_id, open_date, area_id, base_id, pos_id, partner_id, device_id, user_pos_id, handling,
          quantity, amount, fee, commission)
        values (new_order_id(${at}), ${at}, ${sold.category}, ${sold.period_id}, ${sold.open_date}, ${sold.area_id}, ${sold.base_id},
          ${pos.pos_id}, ${pos.partner_id}, ${pos.device_id}, ${user_pos_id}, 0, ${quantity}, ${quantity * 10_000}, ${fee}, ${quantity * 500})
        returning order_id`.execute(db)
    const { order_id } = rows[0]!
    for (const [index, line] of boards.entries())
      await sql`insert into order_line (order_id, line_no, play_type, numbers, quantity, amount)
        values (${order_id}, ${index + 1}, ${line.play_type}, '05', ${line.quantity}, ${line.quantity * 10_000})`.execute(
        db,
      )
    await sql`update sale_order set status = 2, paid_at = now() where order_id = ${order_id}`.execute(db)
    return order_id
  })
}
