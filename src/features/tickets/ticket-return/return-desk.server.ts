/** What each store has unsold of a station's draw, the terms on which it can be returned, and until when. */
import type * as z from 'zod/mini'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { within } from '#server/scope.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'
import { returnUntil } from '#features/results/period/period.query.server.ts'
import { stockStatus } from '#features/tickets/stock/stock-life.contract.ts'
import { receivedOf, termsOf } from './return-terms.server.ts'
import type { ReturnDesk } from './ticket-return.contract.ts'

/** The stocks `s` in the scope of `me` that meet this condition; the nearest hour first. */
export async function deskOf(db: Db, me: Me, condition: RawBuilder<SqlBool> | RawBuilder<unknown>) {
  const { rows } = await sql<z.input<typeof ReturnDesk>>`
    select s.base_id, b.base_name, s.area_id, a.area_name, s.open_date, ${receivedOf('s')} as imported, s.sold, s.returned, s.return_pending, s.in_stock,
      s.status, s.face_value, a.number_length, t.limit_rate, t.price_rate, ${receivedOf('s')} * t.limit_rate / 10000 as "limit",
      case when s.face_value is not null then s.in_stock * (s.face_value::bigint * t.price_rate / 10000)
        else coalesce((
          select sum(k.in_stock * (k.face_value::bigint * t.price_rate / 10000)) from xskt_ticket k -- unscoped: of a stock within the scope
          where k.open_date = s.open_date and k.area_id = s.area_id and k.base_id = s.base_id and k.in_stock > 0), 0)::bigint end as unsold_amount,
      ${returnUntil('p', 'b')} as return_until
    from stock s
    join base_store b using (base_id) -- unscoped: only the name of the store, joined to a stock within the scope
    join draw_area a using (area_id)
    join draw_period p on p.area_id = s.area_id and p.open_date = s.open_date
    cross join lateral ${termsOf('s.area_id', 's.open_date')} t
    where ${within(me, 'stock', 's')} and s.imported > 0 and ${condition}
    order by return_until, s.area_id, s.in_stock desc, s.base_id`.execute(db)
  return rows
}

/** Open stocks with unsold tickets whose hour is within the configured minutes. */
export const is_soon_over = sql<SqlBool>`
  s.status = ${sql.lit(stockStatus.open)} and s.in_stock > 0 and s.open_date between current_date - 1 and current_date + 2
  and p.cancelled_at is null and clock_timestamp() < ${returnUntil('p', 'b')}
  and clock_timestamp() >= ${returnUntil('p', 'b')} - make_interval(mins => (select remind_minutes from return_config))`
