/** The terms of a draw's prizes: its confirmed result, and the prize table and tax that are valid on its day. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import type { DrawResult } from '#features/results/result/draw-shape.rules.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import type { PrizeTable, PrizeTax } from './pay.rules.ts'

export interface DrawTerms {
  period_id: number
  category: Product
  area_id: number | null
  open_date: string
  /**
   * The price of one line of a game, in đồng. For a ticket that is not known, such as a typed number: the face value of all tickets in the draw's
   * stocks if it is one, otherwise the station's.
   */
  face_value: number
  /** Null until the result is confirmed. */
  result: DrawResult | null
  /** Null where no table is valid on that day. */
  table: (PrizeTable & { effective_from: string; claim_days: number }) | null
  tax: (PrizeTax & { effective_from: string }) | null
  /** The last day on which prizes are paid. */
  claim_until: string | null
}

/**
 * SQL: the face value of the ticket or ticket group of an order line `l` of this draw, as it was received; null for a game, and where the month of the
 * ticket is detached. A group is found by its first number, because the index of groups alone would be searched in every month.
 */
export const ticketFaceValue = (period_id: number) => {
  const open_date = sql`(select open_date from draw_period where period_id = ${period_id})`
  // unscoped: of a line that the caller reads
  return sql<number | null>`
    case when l.ticket_id is not null then (
        select k.face_value from xskt_ticket k where k.ticket_id = l.ticket_id and k.open_date = ${open_date})
      when l.ticket_group_id is not null then (
        select k.face_value from ticket_group g join xskt_ticket k using (area_id, base_id, ticket_group_id)
        where g.ticket_group_id = l.ticket_group_id and k.open_date = ${open_date} and k.number in (g.number, '0' || g.number) and k.series = '') end`
}

/** The terms of a draw; undefined when it does not exist. */
export async function drawTerms(db: Db, period_id: number): Promise<DrawTerms | undefined> {
  // unscoped: of the stocks only the face value of their tickets
  const { rows } = await sql<DrawTerms>`
    select p.period_id, p.category, p.area_id, p.open_date,
      coalesce((
        select min(s.face_value) from stock s where s.open_date = p.open_date and s.area_id = p.area_id and s.imported > 0
        having min(s.face_value) = max(s.face_value) and count(s.face_value) = count(*)), a.face_value, c.price_unit) as face_value,
      (select jsonb_build_object('numbers', r.numbers, 'published', r.published) from draw_result r
        where r.period_id = p.period_id and r.status = ${resultStatus.confirmed}) as result,
      to_jsonb(t) as table, to_jsonb(x) as tax, p.open_date + t.claim_days as claim_until
    from draw_period p join category c using (category) left join draw_area a on a.area_id = p.area_id
    left join lateral (
      select effective_from, face_value, amounts, flags, claim_days from prize_table
      where category = p.category and status = 2 and effective_from <= p.open_date order by effective_from desc limit 1) t on true
    left join lateral (
      select effective_from, threshold, rate, per from prize_tax where effective_from <= p.open_date order by effective_from desc limit 1) x on true
    where p.period_id = ${period_id}`.execute(db)
  return rows[0]
}

/** A draw whose prizes can be calculated. */
export type ReadyDraw = DrawTerms & {
  [K in 'result' | 'table' | 'tax' | 'claim_until']: NonNullable<DrawTerms[K]>
}

/** Whether the result is confirmed, and a prize table and a tax are valid on its day. */
export function isReady(draw: DrawTerms): draw is ReadyDraw {
  return draw.result !== null && draw.table !== null && draw.tax !== null && draw.claim_until !== null
}
