/** Accepts a new order. Its result is determined now, even when it is settled later. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Order } from './journal.ts'
import type { RequestFault } from './faults.ts'
import type { Outcome } from './receivers.ts'
import { momentOf, type SimulatorState } from './state.ts'

/** Writes a payment into the journal, fails it with `no_funds` where the fund is too small, and settles it later as `outcome` says. */
export async function accept(
  state: SimulatorState,
  payment: Pick<Order, 'gateway' | 'order_id' | 'request_id' | 'amount' | 'account' | 'content' | 'ipn_url'>,
  { outcome, no_funds, fault }: { outcome: Outcome; no_funds: string; fault: RequestFault | null },
): Promise<Order> {
  const { journal, fees, delays, closing } = state
  const { gateway, amount } = payment
  const is_covered = outcome.status === 'failed' || journal.balance(gateway) >= amount + fees[gateway]
  const order = journal.accept({
    ...payment,
    fee: fees[gateway],
    trans_id:
      gateway === 'momo' ? String(4_000_000_000 + journal.number()) : `FT${String(journal.number()).padStart(12, '0')}`,
    at: momentOf(state.now()),
    status: 'pending',
    due: is_covered ? { status: outcome.status, code: outcome.code } : { status: 'failed', code: no_funds },
  })
  if (outcome.is_slow || fault === 'pending') state.settleLater(order)
  else {
    if (delays.processing_ms > 0) await sleep(delays.processing_ms, undefined, { signal: closing })
    state.settle(order)
  }
  return order
}
