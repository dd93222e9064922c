/**
 * Event journal of the simulated gateways: orders, payments, fund deposits, statement lines. Each event is written before it takes effect, and the
 * journal is replayed at the start, so that payments survive a kill of the simulator.
 */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

export const gateways = ['momo', 'bank', 'telecom'] as const
export type Gateway = (typeof gateways)[number]

export interface Order {
  gateway: Gateway
  order_id: string
  request_id: string
  amount: number
  fee: number
  account: string
  content: string
  ipn_url: string | null
  trans_id: string
  at: string
  status: 'pending' | 'paid' | 'failed'
  /** The result, determined when the order was accepted. */
  due: { status: 'paid' | 'failed'; code: string }
}

export interface Credit {
  account: string
  reference: string
  at: string
  amount: number
  content: string
  counter_account: string | null
  counter_name: string | null
}

/** Holder of a phone number at the telecom. */
export interface Subscriber {
  msisdn: string
  name: string
}

export interface FundDeposit {
  gateway: Gateway
  trans_id: string
  amount: number
  at: string
}

export const differences = ['missing', 'extra', 'amount', 'status', 'double', 'account', 'fee', 'late'] as const
export interface Difference {
  gateway: Gateway
  day: string
  kind: (typeof differences)[number]
  order_id: string
}

type Event =
  | ({ type: 'order' } & Order)
  | { type: 'settled'; gateway: Gateway; order_id: string; at: string }
  | ({ type: 'fund_in' } & FundDeposit)
  | ({ type: 'credit' } & Credit)
  | ({ type: 'difference' } & Difference)
  | ({ type: 'subscriber' } & Subscriber)

export type Journal = ReturnType<typeof openJournal>

/**
 * Opens `journal.jsonl` in the directory and replays it; with null the journal lies in memory only. Amounts are in
 * đồng, moments ISO 8601 with +07:00. An event is on the disk before its method returns.
 */
export function openJournal(dir: string | null) {
  const orders = new Map<string, Order>()
  const by_request = new Map<string, Order>()
  const payments: Order[] = []
  const funds: FundDeposit[] = []
  const credits: Credit[] = []
  const injected: Difference[] = []
  const balances = { momo: 0, bank: 0, telecom: 0 }
  const subscribers = new Map<string, Subscriber>()
  let events = 0

  function apply({ type, ...event }: Event): void {
    events++
    if (type === 'order') {
      const order = event as Order
      orders.set(`${order.gateway} ${order.order_id}`, order)
      by_request.set(`${order.gateway} ${order.request_id}`, order)
    } else if (type === 'settled') {
      const { gateway, order_id, at: moment } = event as { gateway: Gateway; order_id: string; at: string }
      const order = orders.get(`${gateway} ${order_id}`)!
      Object.assign(order, { status: order.due.status, at: moment })
      if (order.status === 'failed') return
      payments.push(order)
      balances[gateway] -= order.amount + order.fee
    } else if (type === 'fund_in') {
      const fund = event as FundDeposit
      funds.push(fund)
      balances[fund.gateway] += fund.amount
    } else if (type === 'credit') credits.push(event as Credit)
    else if (type === 'subscriber') subscribers.set((event as Subscriber).msisdn, event as Subscriber)
    else injected.push(event as Difference)
  }

  const file = dir === null ? null : openFile(dir, apply)
  const record = (event: Event) => {
    file?.write(event)
    apply(event)
  }

  return {
    orders: () => [...orders.values()],
    /** Payments in chronological order. */
    payments: () => payments,
    funds: () => funds,
    credits: () => credits,
    injected: () => injected,
    balance: (gateway: Gateway) => balances[gateway],
    byOrder: (gateway: Gateway, order_id: string) => orders.get(`${gateway} ${order_id}`),
    byRequest: (gateway: Gateway, request_id: string) => by_request.get(`${gateway} ${request_id}`),
    /** Unique number. */
    number: () => events + 1,
    accept(order: Order): Order {
      record({ type: 'order', ...order })
      return orders.get(`${order.gateway} ${order.order_id}`)!
    },
    settle(order: Order, moment: string) {
      if (order.status === 'pending')
        record({ type: 'settled', gateway: order.gateway, order_id: order.order_id, at: moment })
    },
    fund: (fund: FundDeposit) => record({ type: 'fund_in', ...fund }),
    credit: (credit: Credit) => record({ type: 'credit', ...credit }),
    subscribe: (subscriber: Subscriber) => record({ type: 'subscriber', ...subscriber }),
    subscriber: (msisdn: string) => subscribers.get(msisdn),
    inject: (difference: Difference) => record({ type: 'difference', ...difference }),
    close: () => file?.close(),
  }
}

function openFile(dir: string, apply: (event: Event) => void) {
  mkdirSync(dir, { recursive: true })
  const file = join(dir, 'journal.jsonl')
  if (existsSync(file)) {
    const text = readFileSync(file, 'utf8')
    // An incomplete last line was being written when the simulator was killed, so it has not taken effect.
    const complete_lines = text.slice(0, text.lastIndexOf('\n') + 1)
    if (complete_lines.length < text.length) truncateSync(file, Buffer.byteLength(complete_lines))
    for (const line of complete_lines.split('\n').slice(0, -1)) apply(JSON.parse(line) as Event)
  }
  const fd = openSync(file, 'a', 0o600)
  return {
    write(event: Event) {
      writeSync(fd, `${JSON.stringify(event)}\n`)
      fdatasyncSync(fd)
    },
    close: () => closeSync(fd),
  }
}
