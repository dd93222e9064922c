import { sql } from 'kysely'
import type { Fingerprint } from '#server/live.ts'

/** The draws around today, how far the clock has come with each, and all that somebody asks to cancel. */
export const periodsFingerprint: Fingerprint = sql`
  select count(*) || '/' || coalesce(sum(hash_record_extended(
      (p, open_at <= now(), stop_at <= now(), print_at <= now(), draw_at <= now()), 0)), 0)
  from draw_period p where open_date between current_date - 1 and current_date + 5
    or cancel_asked_at is not null and cancelled_at is null`
