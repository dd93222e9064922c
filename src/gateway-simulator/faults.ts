/**
 * How the simulator misbehaves. A rate is the share of requests, of notifications, or of the results of a source, with the
 * fault; each has at most one.
 */
import { chance } from './chance.ts'

const of_requests = [
  /** The connection is lost before anything was done. */
  'lost_request',
  /** The connection is lost, and what was request is done all the same, `delay_ms` later. */
  'late_request',
  /** It is done, the answer comes up to `delay_ms` later. */
  'delay',
  /** It is done, the connection is lost. */
  'lost_answer',
  /** It is done, the answer is HTTP 502. */
  'error',
  /** It is done, the answer is signed with another key. */
  'forged',
  /** It is done, the answer has another amount. */
  'wrong_amount',
  /** It is paid, the answer says that it failed. */
  'contradiction',
  /** It is done `settle_ms` later, the answer says that it is under way. */
  'pending',
] as const

const of_notifications = [
  'ipn_lost',
  /** Up to `ipn_late_ms` later, and so after others that came later. */
  'ipn_late',
  /** Two to five times. */
  'ipn_double',
  /** One that is signed with another key comes before the true one. */
  'ipn_forged',
  'ipn_wrong_amount',
  /** It says that what was paid has failed. */
  'ipn_contradiction',
] as const

const of_results = [
  /** The source tells it up to `feed_late_ms` later. */
  'feed_late',
  /** The source tells it twice in one answer. */
  'feed_double',
  /** The source tells other numbers than were drawn. */
  'feed_contradiction',
  /** The source never tells it. */
  'feed_missing',
] as const

export type ResultFault = (typeof of_results)[number]
export type RequestFault = (typeof of_requests)[number]
export type NotificationFault = (typeof of_notifications)[number]
/** Rates from 0 to 1. */
export type Faults = Partial<Record<RequestFault | NotificationFault | ResultFault, number>>

/** The faults of requests that change nothing. */
export const query_faults = ['lost_request', 'delay', 'lost_answer', 'error', 'forged'] as const

const all_faults: ReadonlySet<string> = new Set([...of_requests, ...of_notifications, ...of_results])

export function checkFaults(faults: unknown): Faults {
  const entries = Object.entries(faults ?? {})
  const wrong = entries.find(([name, rate]) => !all_faults.has(name) || !(Number(rate) >= 0 && Number(rate) <= 1))
  if (wrong) throw new Error(`no such fault or rate: ${wrong[0]} = ${String(wrong[1])}`)
  const sumOf = (names: readonly string[]) =>
    entries.reduce((sum, [name, rate]) => sum + (names.includes(name) ? Number(rate) : 0), 0)
  // The sum of rates such as 0.1 and 0.2 is not exact.
  if (Math.max(...[of_requests, of_notifications, of_results].map(sumOf)) > 1.000001)
    throw new Error('rates add up to more than 1')
  return Object.fromEntries(entries) as Faults
}

/** The fault of this request or notification, drawn by chance. */
export function pick<F extends RequestFault | NotificationFault | ResultFault>(
  faults: Faults,
  possible: readonly F[],
  seed: string,
  ...name: readonly (string | number)[]
): F | null {
  let drawn = chance(seed, ...name)
  for (const fault of possible) {
    drawn -= faults[fault] ?? 0
    if (drawn < 0) return fault
  }
  return null
}

export const all_request_faults: readonly RequestFault[] = of_requests
export const all_notification_faults: readonly NotificationFault[] = of_notifications
export const all_result_faults: readonly ResultFault[] = of_results
