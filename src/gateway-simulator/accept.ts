/** Takes an order that is new: what becomes of it is decided here and now, also when it takes a while. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Order } from './book.ts'
import type { RequestFault } from './faults.ts'
import type { Ending } from './receivers.ts'
import { stamp, type SimulatorState } from './state.ts'

export async function accept(
  world: SimulatorState,
  wanted: Pick<Order, 'gateway' | 'order_id' | 'request_id' | 'amount' | 'account' | 'content' | 'ipn_url'>,
  { ending, no_funds, fault }: { ending: Ending; no_funds: string; fault: RequestFault | null },
): Promise<Order> {
  const { book, fees, pace, closing } = world
  const { gateway, amount } = wanted
  const is_covered = ending.status === 'failed' || book.balance(gateway) >= amount + fees[gateway]
  const order = book.accept({
    ...wanted,
    fee: fees[gateway],
    trans_id:
      gateway === 'momo' ? String(4_000_000_000 + book.number()) : `FT${String(book.number()).padStart(12, '0')}`,
    at: stamp(world.now()),
    status: 'pending',
    due: is_covered ? { status: ending.status, code: ending.code } : { status: 'failed', code: no_funds },
  })
  if (ending.is_slow || fault === 'pending') world.settleLater(order)
  else {
    if (pace.processing_ms > 0) await sleep(pace.processing_ms, undefined, { signal: closing })
    world.settle(order)
  }
  return order
}
