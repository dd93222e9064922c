/** How the state outside misbehaves. A rate says for how large a part of the requests, or of the notifications; at most one fault befalls each. */
import { chance } from './chance.ts'

const of_requests = [
  /** The connection is lost before anything was done. */
  'lost_request',
  /** The connection is lost, and what was asked is done all the same, `delay_ms` later. */
  'late_request',
  /** It is done, the answer comes up to `delay_ms` later. */
  'delay',
  /** It is done, the connection is lost. */
  'lost_answer',
  /** It is done, the answer is HTTP 502. */
  'error',
  /** It is done, the answer is signed with another key. */
  'forged',
  /** It is done, the answer tells another amount. */
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
  /** What was paid is told as failed. */
  'ipn_contradiction',
] as const

export type RequestFault = (typeof of_requests)[number]
export type NotificationFault = (typeof of_notifications)[number]
/** Rates from 0 to 1. */
export type Faults = Partial<Record<RequestFault | NotificationFault, number>>

/** What can befall requests that only ask. */
export const of_questions = ['lost_request', 'delay', 'lost_answer', 'error', 'forged'] as const

const known: ReadonlySet<string> = new Set([...of_requests, ...of_notifications])

export function checkFaults(faults: unknown): Faults {
  const entries = Object.entries(faults ?? {})
  const wrong = entries.find(([name, rate]) => !known.has(name) || !(Number(rate) >= 0 && Number(rate) <= 1))
  if (wrong) throw new Error(`no such fault or rate: ${wrong[0]} = ${String(wrong[1])}`)
  const sumOf = (names: readonly string[]) =>
    entries.reduce((sum, [name, rate]) => sum + (names.includes(name) ? Number(rate) : 0), 0)
  // Rates such as 0.1 + 0.2 may come out a hair above what they mean.
  if (Math.max(sumOf(of_requests), sumOf(of_notifications)) > 1.000001) throw new Error('rates add up to more than 1')
  return Object.fromEntries(entries) as Faults
}

/** The fault that befalls this one, by chance. */
export function pick<F extends RequestFault | NotificationFault>(
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
