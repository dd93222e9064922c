/** Shared state of the simulator: journal, keys, clock, faults, and the settling of orders. */
import type { Journal, Gateway, Order } from './journal.ts'
import type { Faults } from './faults.ts'
import type { Keys } from './keys.ts'

export interface Delays {
  /** Maximum delay of late and delayed requests. */
  delay_ms: number
  /** Time from "pending" to the result. */
  settle_ms: number
  /** Processing time of a payment; duplicates of the request are answered as pending meanwhile. */
  processing_ms: number
  ipn_delay_ms: number
  ipn_late_ms: number
  /** First retry interval of an IPN not answered with 204; doubled with each retry. */
  ipn_retry_ms: number
  /** Time from a draw to its result. */
  feed_delay_ms: number
  /** Maximum additional delay of a late result. */
  feed_late_ms: number
}

export interface SimulatorState {
  readonly journal: Journal
  readonly keys: Keys
  readonly delays: Readonly<Delays>
  readonly fees: Readonly<Record<Gateway, number>>
  readonly page_size: number
  readonly closing: AbortSignal
  faults: Faults
  seed: string
  now(): number
  /** Settles the order once and notifies the partner. */
  settle(order: Order): void
  /** Settles the order after `settle_ms`. */
  settleLater(order: Order): void
}

/** Vietnamese time in ISO 8601. */
export const momentOf = (ms: number) => new Date(ms + 7 * 3_600_000).toISOString().replace('Z', '+07:00')
/** The day (YYYY-MM-DD) in Viet Nam of a moment that `momentOf` wrote. */
export const dayOf = (moment: string) => moment.slice(0, 10)
