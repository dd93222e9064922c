/** What all parts of the simulator share: the journal, the keys, the clock, the faults, and the settling of orders. */
import type { Journal, Gateway, Order } from './journal.ts'
import type { Faults } from './faults.ts'
import type { Keys } from './keys.ts'

export interface Delays {
  /** Of late and delayed requests. */
  delay_ms: number
  /** From 'pending' to the result. */
  settle_ms: number
  /** How long a payment takes; copies of the request are answered as pending meanwhile. */
  processing_ms: number
  ipn_delay_ms: number
  ipn_late_ms: number
  /** After an IPN that was not answered by 204, doubled each time. */
  ipn_retry_ms: number
  /** From a draw to its result. */
  feed_delay_ms: number
  /** What a late result takes more, at most. */
  feed_late_ms: number
}

export interface SimulatorState {
  readonly journal: Journal
  readonly keys: Keys
  readonly pace: Readonly<Delays>
  readonly fees: Readonly<Record<Gateway, number>>
  readonly page_size: number
  readonly closing: AbortSignal
  faults: Faults
  seed: string
  now(): number
  /** Gives the order its result, once, and notifies the partner. */
  settle(order: Order): void
  /** The same, `settle_ms` later. */
  settleLater(order: Order): void
}

/** The time in Viet Nam, in ISO 8601. */
export const stamp = (ms: number) => new Date(ms + 7 * 3_600_000).toISOString().replace('Z', '+07:00')
export const dayOf = (at: string) => at.slice(0, 10)
