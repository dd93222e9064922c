/**
 * The database's clock while the program runs: one line of the log when somebody moves it. Set back, it would hold up the job queue, which keeps moments
 * that are now in the future, for as long as it was moved; these are brought back to the present.
 */
import type pg from 'pg'
import { systemClock } from 'pg-boss'
import type { Logger } from 'pino'

/** pg-boss waits by this clock, which nobody can set back; it looks by itself how far the database's is from it. */
export const steady_clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

const check_interval_ms = 5_000
/** Clocks are also corrected by small steps, which need no line. */
const reported_from_s = 60

/** Brings the queue's moments of the future back to the present; a job keeps its delay. Does nothing where there are none. */
export async function resetFutureMoments(pool: pg.Pool): Promise<void> {
  await pool.query(`
    update pgboss.version set cron_on = least(cron_on, now()), bam_on = least(bam_on, now()), flow_on = least(flow_on, now()),
      reindex_on = least(reindex_on, now()), monitor_backoff_on = least(monitor_backoff_on, now())
    where greatest(cron_on, bam_on, flow_on, reindex_on, monitor_backoff_on) > now() + interval '1 minute'`)
  await pool.query(`
    update pgboss.queue set monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()),
      maintain_on = least(maintain_on, now()), delta_on = least(delta_on, now())
    where greatest(monitor_claim_on, monitor_on, maintain_on, delta_on) > now() + interval '1 minute'`)
  // A scheduled job that has run is not run again in the same minute, which is yet to come.
  await pool.query(`
    update pgboss.job set start_after = now() + (start_after - greatest(created_on, started_on)),
      created_on = least(created_on, now()), started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now()),
      singleton_on = case when state < 'completed' then singleton_on end
    where greatest(created_on, started_on, heartbeat_on, singleton_on at time zone 'UTC') > now() + interval '1 minute'`)
}

/** Looks at the clock every few seconds. @returns a function that ends it */
export function watchClock(pool: pg.Pool, log: Logger): () => void {
  let lastReading: { clock_s: number; at_ms: number } | null = null
  let is_checking = false
  const check = async () => {
    const at_ms = performance.now()
    const { rows } = await pool.query<{ clock_s: number }>(
      'select extract(epoch from clock_timestamp())::double precision as clock_s',
    )
    const { clock_s } = rows[0]!
    // An answer that took long was given at any moment of that time.
    const uncertain_s = (performance.now() - at_ms) / 1_000
    const moved_s = lastReading === null ? 0 : clock_s - lastReading.clock_s - (at_ms - lastReading.at_ms) / 1_000
    lastReading = { clock_s, at_ms }
    if (Math.abs(moved_s) < reported_from_s + uncertain_s) return
    log.error({ seconds: Math.round(moved_s) }, 'the clock of the database has been moved')
    if (moved_s < 0) await resetFutureMoments(pool)
  }
  const watching = setInterval(() => {
    if (is_checking) return
    is_checking = true
    // While the database is away others tell.
    check()
      .catch(() => undefined)
      .finally(() => (is_checking = false))
  }, check_interval_ms).unref()
  return () => clearInterval(watching)
}
