/**
 * An outage of the database in the log: one line when it begins, one when it is over, however many calls, jobs and connections meet it. Each process
 * tells for itself.
 */
import type { Logger } from 'pino'
import { connection_fault } from './connection-fault.ts'
import { isConnectionLost, isTransient } from './refusal.ts'

/** Connections that broke are noticed one after the other, and a database that has just come may go once more: that is one outage. */
const quiet_ms = 15_000
const look_every_ms = 1_000

/** What ended a connection says little; what the next one meets says why, and is waited for a moment. */
const longest_silence_ms = 1_000

interface Outage {
  readonly began_ms: number
  last_loss_ms: number
  /** When a connection came about again; null while none does. */
  answered_ms: number | null
  faults: number
  report: (reason: string) => void
}

const outages = new WeakMap<Logger, Outage>()

/** Logs a fault, unless it is one of an outage, which is told once. */
export function logFault(
  log: Logger,
  about: { err: unknown } & Readonly<Record<string, unknown>>,
  sentence: string,
): void {
  const { name, message } = (about.err ?? {}) as Error
  const known = outages.get(log)
  if (!isConnectionLost(about.err) && !(known && isTransient(about.err))) return log.error(about, sentence)
  const outage = known ?? begin(log, message)
  outage.faults++
  outage.last_loss_ms = performance.now()
  if (name !== connection_fault) return
  // Not one of the connections of before that broke late: none comes about.
  outage.answered_ms = null
  outage.report(message)
}

function begin(log: Logger, first_reason: string): Outage {
  let is_logged = false
  const report = (reason: string) => {
    if (!is_logged) log.error({ reason }, 'the database is away: calls get code 4 and jobs wait until it answers')
    is_logged = true
  }
  const now = performance.now()
  const outage: Outage = { began_ms: now, last_loss_ms: now, answered_ms: null, faults: 0, report }
  outages.set(log, outage)
  setTimeout(() => report(first_reason), longest_silence_ms).unref()
  const looking = setInterval(() => {
    const { began_ms, last_loss_ms, answered_ms, faults } = outage
    if (answered_ms === null || performance.now() - last_loss_ms < quiet_ms) return
    clearInterval(looking)
    outages.delete(log)
    log.info({ seconds: Math.round((answered_ms - began_ms) / 100) / 10, faults }, 'the database answers again')
  }, look_every_ms).unref()
  return outage
}

/** A connection to the database has come about. */
export function noteConnected(log: Logger): void {
  const outage = outages.get(log)
  if (outage) outage.answered_ms ??= performance.now()
}
