/** Injected faults. A rate is the share of requests, notifications or reported results with the fault; each of them has at most one fault. */
import { pseudoRandom } from './pseudo-random.ts'

const of_requests = [
  /** The connection is lost before the request is processed. */
  'lost_request',
  /** The connection is lost, but the request is processed up to `delay_ms` later. */
  'late_request',
  /** The request is processed, but the response comes up to `delay_ms` later. */
  'delay',
  /** The request is processed, but the connection is lost before the response. */
  'lost_answer',
  /** The request is processed, but the response is HTTP 502. */
  'error',
  /** The request is processed, but the response is signed with another key. */
  'forged',
  /** The request is processed, but the response has another amount. */
  'wrong_amount',
  /** The payment is made, but the response says that it failed. */
  'contradiction',
  /** The response says "pending", and the payment is settled `settle_ms` later. */
  'pending',
] as const

const of_notifications = [
  'ipn_lost',
  /** Sent up to `ipn_late_ms` later, and therefore out of order. */
  'ipn_late',
  /** Sent two to five times. */
  'ipn_double',
  /** A notification signed with another key is sent before the genuine one. */
  'ipn_forged',
  'ipn_wrong_amount',
  /** Reports a paid order as failed. */
  'ipn_contradiction',
] as const

const of_results = [
  /** The source reports the result up to `feed_late_ms` later. */
  'feed_late',
  /** The source reports the result twice in one response. */
  'feed_double',
  /** The source reports other numbers than were drawn. */
  'feed_contradiction',
  /** The source never reports the result. */
  'feed_missing',
] as const

export type ResultFault = (typeof of_results)[number]
export type RequestFault = (typeof of_requests)[number]
export type NotificationFault = (typeof of_notifications)[number]
/** Rates from 0 to 1. */
export type Faults = Partial<Record<RequestFault | NotificationFault | ResultFault, number>>

/** Faults that can apply to read-only requests. */
export const query_faults = ['lost_request', 'delay', 'lost_answer', 'error', 'forged'] as const

const all_faults: ReadonlySet<string> = new Set([...of_requests, ...of_notifications, ...of_results])

/**
 * The faults with their rates from 0 to 1; throws on an unknown fault, on another rate, and where the rates of
 * requests, of notifications or of results add up to more than 1.
 */
export function checkFaults(faults: unknown): Faults {
  const entries = Object.entries(faults ?? {})
  const invalid = entries.find(([name, rate]) => !all_faults.has(name) || !(Number(rate) >= 0 && Number(rate) <= 1))
  if (invalid) throw new Error(`no such fault or rate: ${invalid[0]} = ${String(invalid[1])}`)
  const sumOf = (names: readonly string[]) =>
    entries.reduce((sum, [name, rate]) => sum + (names.includes(name) ? Number(rate) : 0), 0)
  // Allows for floating-point error in the sum.
  if (Math.max(...[of_requests, of_notifications, of_results].map(sumOf)) > 1.000001)
    throw new Error('rates add up to more than 1')
  return Object.fromEntries(entries) as Faults
}

/** The random fault of this request, notification or result; null for none. */
export function pickFault<F extends RequestFault | NotificationFault | ResultFault>(
  faults: Faults,
  possible: readonly F[],
  seed: string,
  ...name: readonly (string | number)[]
): F | null {
  let random = pseudoRandom(seed, ...name)
  for (const fault of possible) {
    random -= faults[fault] ?? 0
    if (random < 0) return fault
  }
  return null
}

export const all_request_faults: readonly RequestFault[] = of_requests
export const all_notification_faults: readonly NotificationFault[] = of_notifications
export const all_result_faults: readonly ResultFault[] = of_results
