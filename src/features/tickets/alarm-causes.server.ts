/**
 * Causes of alarms: stores that run out of tickets.
 * unscoped: the program reads all rows
 */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { shortMomentText } from '#contract/text/day-text.ts'
import { max_causes, type AlarmCause } from '#features/settings/alarm/alarm-cause.rules.ts'
import type { Limits } from '#features/settings/alarm/alarm.rules.ts'
import { numberText } from '#contract/text/number-text.ts'
import { storeTicketPage } from './pages.contract.ts'

interface ShortStock {
  open_date: string
  area_id: number
  base_id: number
  area_name: string
  base_name: string
  in_stock: number
  stop_at: string
}

/** Stocks of fewer tickets than the limit, of draws that are on sale. */
export async function shortStocks(db: Db, { least_stock }: Limits): Promise<AlarmCause[]> {
  const { rows } = await sql<ShortStock>`
    select s.open_date, s.area_id, s.base_id, a.area_name, b.base_name, s.in_stock, p.stop_at
    from stock s join draw_period p using (area_id, open_date) join draw_area a using (area_id) join base_store b using (base_id)
    where p.open_at <= now() and p.stop_at > now() and p.cancelled_at is null and b.status = 1 and s.in_stock < ${least_stock}
    order by p.stop_at, a.area_name, b.base_name limit ${max_causes}`.execute(db)
  return rows.map(({ open_date, area_id, base_id, area_name, base_name, in_stock, stop_at }) => ({
    subject: `stock ${open_date} ${area_id} ${base_id}`,
    title: `Vé ${area_name} sắp hết ở ${base_name}`,
    detail: `Còn ${numberText(in_stock)} vé, bán đến ${shortMomentText(stop_at)}`,
    url: storeTicketPage.url,
  }))
}
