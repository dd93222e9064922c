import { sql } from 'kysely'
import type { Fingerprint } from '#server/live/live.ts'

/** Changes with the existing draws from yesterday on, their states, and open requests to cancel. */
export const periods_fingerprint: Fingerprint = sql`
  select count(*) || '/' || coalesce(sum(hash_record_extended(
      (p, open_at <= now(), stop_at <= now(), print_at <= now(), draw_at <= now(), r.status), 0)), 0)
  from draw_period p left join draw_result r using (period_id) where open_date >= current_date - 1
    or cancel_requested_at is not null and cancelled_at is null`
