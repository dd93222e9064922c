/**
 * Logs an outage of the database, or that its disk is full, as one line when it begins and one when it is over, however many calls, jobs and connections fail meanwhile. Each
 * process logs for itself.
 */
import type { Logger } from 'pino'
import { connection_fault, silence_prefix } from './connection-fault.ts'
import { disk_full, isConnectionLost, isTransient } from './refusal.ts'
import { sqlState } from './transaction.ts'

/** Broken connections are noticed one by one, and a database that is just back may fail again: both count as the same outage. */
const quiet_ms = 15_000
const check_interval_ms = 1_000

/** How long the first line waits for the error of a new connection, which says more than that of the broken one. */
const reason_delay_ms = 1_000

interface Outage {
  readonly began_ms: number
  last_loss_ms: number
  /** When the database answered again; null while it does not. */
  answered_ms: number | null
  faults: number
  report: (reason: string) => void
}

const outages = new WeakMap<Logger, Outage>()

/** Logs a fault; faults of an outage are counted, and the outage is logged once. */
export function logFault(
  log: Logger,
  details: { err: unknown } & Readonly<Record<string, unknown>>,
  sentence: string,
): void {
  const { name, message } = (details.err ?? {}) as Error
  const openOutage = outages.get(log)
  const is_full = sqlState(details.err) === disk_full
  if (!is_full && !isConnectionLost(details.err) && !(openOutage && isTransient(details.err)))
    return log.error(details, sentence)
  const outage = openOutage ?? begin(log, message, is_full ? no_room : away)
  outage.faults++
  outage.last_loss_ms = performance.now()
  if (!is_full && name !== connection_fault && !message.startsWith(silence_prefix)) return
  // A new connection failed, or a known one is silent or refuses to write now, so the outage goes on; a broken one may only have been noticed late.
  outage.answered_ms = null
  outage.report(message)
}

const away = 'the database is away: calls get code 4 and jobs wait until it answers'
const no_room = 'the database has no room: what writes gets code 4 until it has'

function begin(log: Logger, first_reason: string, sentence: string): Outage {
  let is_logged = false
  const report = (reason: string) => {
    if (!is_logged) log.error({ reason }, sentence)
    is_logged = true
  }
  const now = performance.now()
  const outage: Outage = { began_ms: now, last_loss_ms: now, answered_ms: null, faults: 0, report }
  outages.set(log, outage)
  setTimeout(() => report(first_reason), reason_delay_ms).unref()
  const looking = setInterval(() => {
    const { began_ms, last_loss_ms, answered_ms, faults } = outage
    if (answered_ms === null || performance.now() - last_loss_ms < quiet_ms) return
    clearInterval(looking)
    outages.delete(log)
    log.info({ seconds: Math.round((answered_ms - began_ms) / 100) / 10, faults }, 'the database answers again')
  }, check_interval_ms).unref()
  return outage
}

/** Must be called when the database has answered, because an outage may have ended. */
export function markAnswered(log: Logger): void {
  const outage = outages.get(log)
  if (outage) outage.answered_ms ??= performance.now()
}
