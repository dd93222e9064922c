/** Finds the requests whose tickets or stocks somebody else has locked. Used only after a batch has timed out. */
import { sql } from 'kysely'
import { inWriteTransaction, type Db } from '#server/database/transaction.ts'
import type { OrderRequest } from '#features/orders/intake/order-request.rules.ts'

/** Never waits, and releases at once what it locks in order to find out. */
export async function requestsForLockedTickets<W extends OrderRequest>(
  db: Db,
  requests: readonly W[],
): Promise<Set<W>> {
  const requested_tickets = requests.flatMap((request, n) =>
    'boards' in request
      ? []
      : request.tickets.map((ticket) => ({ n, area_id: request.area_id, open_date: request.open_date, ...ticket })),
  )
  // unscoped: tells only which rows are locked
  const { rows } = await inWriteTransaction(db, (trx) =>
    sql<{ n: number }>`
      with wanted as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(requested_tickets)}::jsonb)
          w (n integer, area_id integer, open_date date, number text, ticket_group_id integer)),
      tickets as materialized (
        select w.n, t.ticket_id, t.open_date, t.area_id, t.base_id from wanted w join xskt_ticket t using (open_date, area_id, number)
          where w.ticket_group_id is null and t.ticket_group_id is null
        union all
        select w.n, t.ticket_id, t.open_date, t.area_id, t.base_id from wanted w join xskt_ticket t using (open_date, ticket_group_id)),
      free_tickets as (
        select ticket_id from xskt_ticket where (ticket_id, open_date) in (select ticket_id, open_date from tickets)
        for update skip locked),
      free_stocks as (
        select open_date, area_id, base_id from stock where (open_date, area_id, base_id) in (select open_date, area_id, base_id from tickets)
        for update skip locked),
      free_sets as (
        select ticket_group_id from ticket_group where ticket_group_id in (select ticket_group_id from wanted) for share skip locked)
      select n from tickets where ticket_id not in (select ticket_id from free_tickets)
      union
      select n from tickets join stock using (open_date, area_id, base_id)
        where (open_date, area_id, base_id) not in (select open_date, area_id, base_id from free_stocks)
      union
      select n from wanted join ticket_group using (ticket_group_id) where ticket_group_id not in (select ticket_group_id from free_sets)`.execute(
      trx,
    ),
  )
  return new Set(rows.map(({ n }) => requests[n]!))
}
