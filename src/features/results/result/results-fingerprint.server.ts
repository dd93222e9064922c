import { sql } from 'kysely'
import type { Fingerprint } from '#server/live/live.ts'

/**
 * Changes with the results of the last days, all unconfirmed results, the draws without a result, those whose automatic result is late, and what
 * the sources told of them.
 */
export const results_fingerprint: Fingerprint = sql`
  select count(*) || '/' || coalesce(sum(r.version + r.result_id::bigint * 1000), 0) || '/' || coalesce(sum(r.status), 0)
    || '/' || count(*) filter (where r.result_id is null
      and p.draw_at < now() - make_interval(secs => (select max(wait_seconds) from result_feed)))
    || '/' || (select count(*) || '/' || count(t.dismissed_at) from feed_report t join draw_period d using (period_id)
      where d.draw_at between now() - interval '3 days' and now())
  from draw_period p left join draw_result r using (period_id)
  where p.draw_at between now() - interval '3 days' and now() or r.status <> 2 or r.reopen_requested_at is not null`
