/** Unapproved slips whose hour is near, for notifications. unscoped: each is shown only to the people who made it. */
import { sql } from 'kysely'
import { returnUntil } from '#features/results/period/period.query.server.ts'
import { importLife } from './ticket-import/ticket-import.contract.ts'
import { returnLife } from './ticket-return/return-life.contract.ts'

/** Import slips before the sale stops: tickets that are not in stock by then cannot be sold. */
export const imports_due = sql`
  select s.created_by, 'ticket_import', s.ticket_import_id::text, p.stop_at
  from ticket_import s join draw_period p using (period_id)
  where s.status = ${sql.lit(importLife.status.waiting)} and s.created_by is not null
    and p.stop_at > now() and p.stop_at <= now() + interval '2 hours'`

/** Return slips before the station's hour: the store must pay for tickets that were not returned by then. */
export const returns_due = sql`
  select s.created_by, 'ticket_return', s.ticket_return_id::text, ${returnUntil('p', 'b')}
  from ticket_return s join draw_period p using (period_id) join base_store b using (base_id)
  where s.status = ${sql.lit(returnLife.status.waiting)} and p.return_until > now()
    and ${returnUntil('p', 'b')} > now() and ${returnUntil('p', 'b')} <= now() + interval '30 minutes'`
