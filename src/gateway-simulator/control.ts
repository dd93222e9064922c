/** Control API for tests and drills in another process: `/control/…` on the same port, accessible from this machine only. */
import type { Credit, Difference, Gateway, Order, Subscriber } from './journal.ts'
import type { SimulatorRequest, Reply, Route } from './http-server.ts'
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

/** A payment from before the simulator was started. */
type PastPayment = Pick<Order, 'gateway' | 'order_id' | 'request_id' | 'amount' | 'account' | 'trans_id' | 'at'>

type CreditInput = Pick<Credit, 'account' | 'amount' | 'content'> & Partial<Credit>

export interface Control {
  faults(): Faults
  setFaults(faults: Faults): Faults
  orders(): Order[]
  totals(): Record<Gateway, Totals>
  /** The notifications that were sent, and whether they were acknowledged. */
  notices(): Notice[]
  /** Puts money into the fund. */
  fund(payment: { gateway: Gateway; amount: number }): void
  /** Adds a payment of its own, unless it has it already. */
  addPastPayment(past: PastPayment): void
  /** Adds a line to the statement of an account of the business, unless its reference is there already. */
  credit(line: CreditInput): Credit
  /** Sets or replaces the holders of these phone numbers at the telecom. */
  subscribe(subscribers: readonly Subscriber[]): void
  /** Makes a daily list differ from the actual payments. */
  injectDifference(difference: Omit<Difference, 'order_id'> & { order_id?: string }): Difference
  /** Settles every pending order now. */
  settle(): void
}

/**
 * Routes under `/control/`, without signature and without faults; a body that is not sent as JSON is refused with 400.
 */
export function controlRoutes(control: Control): Route[] {
  // A page of another site cannot send this content type without asking the browser for permission first.
  const read = (request: SimulatorRequest) => {
    if (request.headers['content-type']?.startsWith('application/json')) return JSON.parse(request.body) as never
    throw new Error('content-type must be application/json')
  }
  const route = (method: string, path: string, act: (request: SimulatorRequest) => unknown): Route => ({
    method,
    pattern: new RegExp(`^/control/${path}$`),
    faults: [],
    keyOf: () => '',
    handle: (request): Reply => ({ status: 200, body: act(request) ?? {} }),
  })
  return [
    route('GET', 'faults', () => control.faults()),
    route('PUT', 'faults', (request) => control.setFaults(read(request))),
    route('GET', 'totals', () => control.totals()),
    route('GET', 'orders', () => control.orders()),
    route('GET', 'notices', () => control.notices()),
    route('POST', 'funds', (request) => control.fund(read(request))),
    route('POST', 'credits', (request) => control.credit(read(request))),
    route('POST', 'differences', (request) => control.injectDifference(read(request))),
    route('POST', 'subscribers', (request) => control.subscribe(read(request))),
    route('POST', 'settle', () => control.settle()),
  ]
}
