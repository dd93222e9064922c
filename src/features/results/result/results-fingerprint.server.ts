import { sql } from 'kysely'
import type { Fingerprint } from '#server/live/live.ts'

/** Changes with the results of the last days, all unconfirmed results, and the draws without a result. */
export const results_fingerprint: Fingerprint = sql`
  select count(*) || '/' || coalesce(sum(r.version + r.result_id::bigint * 1000), 0) || '/' || coalesce(sum(r.status), 0)
  from draw_period p left join draw_result r using (period_id)
  where p.draw_at between now() - interval '3 days' and now() or r.status <> 2 or r.reopen_requested_at is not null`
