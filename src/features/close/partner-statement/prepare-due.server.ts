/** The scheduled job prepares the statements of partners whose period is over. */
import { sql } from 'kysely'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { lockPartnerAccount } from '#features/orders/payment/partner-ledger.server.ts'
import { figuresOf, type Span } from './figures.server.ts'
import { statementStatus } from './partner-statement.contract.ts'
import { figureColumns } from './refresh.server.ts'

/** The most missed periods of each partner that one run prepares; later runs prepare the others. */
const max_rounds = 31

/** Prepares due statements, from the set hour of closings on. @returns the number of prepared statements */
export async function prepareDue(main: Db): Promise<number> {
  let count = 0
  for (let round = 0; round < max_rounds; round++) {
    const spans = await dueSpans(main)
    if (spans.length === 0) break
    for (const span of spans)
      await asProgram(main, 'Lập bảng đối soát đại lý', async (db) => {
        await lockPartnerAccount(db, span.partner_id)
        // Read again under the lock: another program may have prepared it meanwhile.
        const [dueSpan] = await dueSpans(db, span.partner_id)
        if (dueSpan?.from_date !== span.from_date) return
        await db
          .insertInto('partner_statement')
          .values({ ...span, ...figureColumns(await figuresOf(db, span)) })
          .execute()
        count++
      })
  }
  return count
}

/**
 * The next past period of each partner: after its last statement, or the first time the last complete period. Periods whose statement somebody
 * cancelled are left to people. Of a locked partner, which sells no more, only periods with orders.
 */
async function dueSpans(db: Db, partner_id: number | null = null): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select p.partner_id, f.day as from_date, t.day as to_date
    from partner p cross join day_close_config c
    cross join lateral (
      select max(to_date) + 1 as next from partner_statement s
      where s.partner_id = p.partner_id and s.status <> ${statementStatus.cancelled}) l
    cross join lateral (
      select coalesce(l.next, case p.statement_period
        when 1 then current_date - 1
        when 2 then date_trunc('week', now())::date - 7
        else (date_trunc('month', now()) - interval '1 month')::date end) as day) f
    cross join lateral (
      select case p.statement_period
        when 1 then f.day
        when 2 then date_trunc('week', f.day)::date + 6
        else (date_trunc('month', f.day) + interval '1 month')::date - 1 end as day) t
    where p.statement_period is not null and (p.status = 1 or exists (
        select from sale_order o
        where o.partner_id = p.partner_id and o.order_id >= first_order_id(f.day) and o.order_id < first_order_id(t.day) + 1000000000))
      and (${partner_id}::integer is null or p.partner_id = ${partner_id}::integer)
      and t.day < current_date - case when to_char(now(), 'HH24:MI') >= c.prepare_at then 0 else 1 end
      and not exists (
        select from partner_statement x where (x.partner_id, x.from_date, x.to_date) = (p.partner_id, f.day, t.day))
    order by p.partner_id`.execute(db) // unscoped: the program's own work
  return rows
}
