/** Confirmed results and bulk orders of one draw, for tests of prizes. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { DrawResult } from '#features/results/result/draw-shape.rules.ts'
import { writeTo } from './write.ts'

/** The published result of TP.HCM of 15/08/2026. */
export const published_draw: DrawResult = {
  numbers: {
    special: ['040589'],
    first: ['55672'],
    second: ['75464'],
    third: ['55129', '28930'],
    fourth: ['44351', '18954', '65673', '56983', '75239', '67899', '82116'],
    fifth: ['7001'],
    sixth: ['8531', '0599', '7531'],
    seventh: ['729'],
    eighth: ['31'],
  },
  published: {},
}

/** Stores a confirmed result, as after confirmation by two people. */
export function confirmedResult(db: Db, period_id: number, result: DrawResult): Promise<void> {
  const { numbers, published } = result
  return writeTo(db, async (trx) => {
    await sql`
      insert into draw_result (period_id, status, source, numbers, published, confirmed_at)
      values (${period_id}, 2, 1, ${JSON.stringify(numbers)}::jsonb, ${JSON.stringify(published)}::jsonb, now())
      on conflict (period_id) do update set numbers = excluded.numbers, published = excluded.published, status = 2, confirmed_at = now()`.execute(
      trx,
    )
  })
}

interface Seller {
  pos_id: number
  device_id: number
}

/**
 * Adds `count` completed orders of one ticket each to a Southern draw. All million numbers are used once before any repeats.
 * @param after number of orders that the draw already has
 */
export function fillDraw(
  db: Db,
  period_id: number,
  { pos_id, device_id }: Seller,
  count: number,
  after = 0,
): Promise<void> {
  return writeTo(db, async (trx) => {
    // A hundred thousand rows can exceed the statement timeout on a busy machine.
    await sql`select set_config('statement_timeout', '0', true)`.execute(trx)
    await sql`
      with made as (
        insert into sale_order (order_id, ordered_at, category, period_id, open_date, area_id, pos_id, device_id, handling, quantity, amount)
        select new_order_id(now()), now(), category, period_id, open_date, area_id, ${pos_id}::integer, ${device_id}::integer, 0, 1, 10000
        from draw_period, generate_series(1, ${count}::integer) where period_id = ${period_id}
        returning order_id)
      insert into order_line (order_id, line_no, play_type, numbers, quantity, amount)
      select order_id, 1, 1, lpad(((${after}::bigint + row_number() over (order by order_id)) * 7919 % 1000000)::text, 6, '0'), 1, 10000 from made`.execute(
      trx,
    )
    await sql`update sale_order set status = 4, paid_at = now() where period_id = ${period_id} and status = 1`.execute(
      trx,
    )
  })
}
