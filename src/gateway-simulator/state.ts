/** What all parts of the simulator share: the journal, the keys, the clock, the faults, and how orders come to their end. */
import type { Journal, Gateway, Order } from './journal.ts'
import type { Faults } from './faults.ts'
import type { Keys } from './keys.ts'

export interface Delays {
  /** Of what is late or delayed. */
  delay_ms: number
  /** From 'under way' to the end. */
  settle_ms: number
  /** How long a payment takes; copies of the request that come meanwhile are told so. */
  processing_ms: number
  ipn_delay_ms: number
  ipn_late_ms: number
  /** After an IPN that was not answered by 204, doubled each time. */
  ipn_retry_ms: number
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
  /** Brings the order to the end that is due, once, and tells whoever is to be told. */
  settle(order: Order): void
  /** The same, `settle_ms` later. */
  settleLater(order: Order): void
}

/** The clock on a wall in Viet Nam. */
export const stamp = (ms: number) => new Date(ms + 7 * 3_600_000).toISOString().replace('Z', '+07:00')
export const dayOf = (at: string) => at.slice(0, 10)
