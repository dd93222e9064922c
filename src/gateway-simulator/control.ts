/** What tests and drills do to the state from another process: `/control/…` on the same port, for this machine only. */
import type { Credit, Difference, Gateway, Order } from './journal.ts'
import type { Asked, Reply, Route } from './door.ts'
import type { Faults } from './faults.ts'
import type { Notice } from './notifier.ts'

export interface Totals {
  orders: number
  paid: number
  paid_amount: number
  failed: number
  pending: number
  balance: number
}

/** A payment that was made before there was this state. */
type Past = Pick<Order, 'gateway' | 'order_id' | 'request_id' | 'amount' | 'account' | 'trans_id' | 'at'>

type Incoming = Pick<Credit, 'account' | 'amount' | 'content'> & Partial<Credit>

export interface Control {
  faults(): Faults
  setFaults(faults: Faults): Faults
  orders(): Order[]
  totals(): Record<Gateway, Totals>
  /** What was notified, and whether it was taken. */
  notices(): Notice[]
  /** Puts money into the fund. */
  fund(wanted: { gateway: Gateway; amount: number }): void
  /** Makes this payment one of its own. */
  remember(past: Past): void
  /** A line on the statement of an account of the business. */
  credit(wanted: Incoming): Credit
  /** Makes the list of a day differ from the truth. */
  injectDifference(wanted: Omit<Difference, 'order_id'> & { order_id?: string }): Difference
  /** Brings everything that is under way to its end now. */
  settle(): void
}

export function controlRoutes(control: Control): Route[] {
  // JSON must be said to be JSON: a page in a browser cannot do that from elsewhere without being asked for permission.
  const read = (asked: Asked) => {
    if (asked.headers['content-type']?.startsWith('application/json')) return JSON.parse(asked.body) as never
    throw new Error('content-type must be application/json')
  }
  const route = (method: string, path: string, act: (asked: Asked) => unknown): Route => ({
    method,
    pattern: new RegExp(`^/control/${path}$`),
    faults: [],
    keyOf: () => '',
    handle: (asked): Reply => ({ status: 200, body: act(asked) ?? {} }),
  })
  return [
    route('GET', 'faults', () => control.faults()),
    route('PUT', 'faults', (asked) => control.setFaults(read(asked))),
    route('GET', 'totals', () => control.totals()),
    route('GET', 'orders', () => control.orders()),
    route('GET', 'notices', () => control.notices()),
    route('POST', 'funds', (asked) => control.fund(read(asked))),
    route('POST', 'credits', (asked) => control.credit(read(asked))),
    route('POST', 'differences', (asked) => control.injectDifference(read(asked))),
    route('POST', 'settle', () => control.settle()),
  ]
}
