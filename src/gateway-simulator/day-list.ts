/** The daily list of a gateway, including injected differences. */
import type { Difference, Gateway, Order } from './journal.ts'
import { dayOf, momentOf, type SimulatorState } from './state.ts'

export interface DayListLine {
  kind: 'payout' | 'fund_in'
  orderId: string
  transId: string
  amount: number
  fee: number
  status: Order['status']
  account: string
  at: string
}

const lineOf = (order: Order): DayListLine => ({
  kind: 'payout',
  orderId: order.order_id,
  transId: order.trans_id,
  amount: order.amount,
  fee: order.status === 'failed' ? 0 : order.fee,
  status: order.status,
  account: order.account,
  at: order.at,
})

function trueLines({ journal }: SimulatorState, gateway: Gateway, day: string): DayListLine[] {
  const payouts = journal.orders().filter((order) => order.gateway === gateway && dayOf(order.at) === day)
  const funds = journal.funds().filter((fund) => fund.gateway === gateway && dayOf(fund.at) === day)
  return [
    ...funds.map(({ trans_id, amount, at }): DayListLine => {
      const no_fee = { fee: 0, status: 'paid', account: '' } as const
      return { kind: 'fund_in', orderId: trans_id, transId: trans_id, amount, at, ...no_fee }
    }),
    ...payouts.map(lineOf),
  ]
}

const nextDay = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** The line as it appears in the daily list with this difference. */
const withDifference: Record<Difference['kind'], (line: DayListLine) => DayListLine[]> = {
  missing: () => [],
  late: () => [],
  amount: (line) => [{ ...line, amount: line.amount + 1_000 }],
  status: (line) => [{ ...line, status: line.status === 'paid' ? 'failed' : 'paid' }],
  double: (line) => [line, { ...line, transId: `${line.transId}9` }],
  account: (line) => [{ ...line, account: `${line.account.slice(0, -1)}${(Number(line.account.at(-1)) + 1) % 10}` }],
  fee: (line) => [{ ...line, fee: line.fee + 1_100 }],
  // Adds a payment that nobody ordered.
  extra: (line) => [line, { ...line, orderId: `X${line.orderId}`, transId: `${line.transId}8` }],
}

/** The lines of a day's list for reconciliation, with the differences that were injected. */
export function dayLines(state: SimulatorState, gateway: Gateway, day: string): DayListLine[] {
  const injected = state.journal.injected().filter((fault) => fault.gateway === gateway)
  const kinds = new Map(injected.filter((fault) => fault.day === day).map((fault) => [fault.order_id, fault.kind]))
  const lines = trueLines(state, gateway, day).flatMap((line) => {
    const kind = kinds.get(line.orderId)
    return kind ? withDifference[kind](line) : [line]
  })
  const late_payments = injected.filter((fault) => fault.kind === 'late' && nextDay(fault.day) === day)
  return [
    ...late_payments.map(({ order_id }) => ({
      ...lineOf(state.journal.byOrder(gateway, order_id)!),
      at: momentOf(Date.parse(`${day}T00:05:00+07:00`)),
    })),
    ...lines,
  ]
}

/** Injects a difference into a payment of the day that has none yet; idempotent. */
export function injectDifference(
  state: SimulatorState,
  { gateway, day, kind, order_id }: Omit<Difference, 'order_id'> & { order_id?: string },
): Difference {
  const injected = state.journal.injected()
  const existingDifference = injected.find(
    (fault) => fault.gateway === gateway && fault.kind === kind && fault.order_id === order_id,
  )
  if (existingDifference) return existingDifference
  const order_ids = new Set(injected.map((fault) => fault.order_id))
  const candidate = trueLines(state, gateway, day).find(
    (line) =>
      line.status === 'paid' &&
      line.kind === 'payout' &&
      !order_ids.has(line.orderId) &&
      (order_id ?? line.orderId) === line.orderId,
  )
  if (!candidate) throw new Error(`no payment of ${day} is left for the difference '${kind}'`)
  const difference = { gateway, day, kind, order_id: candidate.orderId }
  state.journal.inject(difference)
  return difference
}

/** The page after the item with this key; null when no item has it. */
export function pageOf<T>(all: readonly T[], after: string, size: number, keyOf: (item: T) => string) {
  const from = after === '' ? 0 : all.findIndex((item) => keyOf(item) === after) + 1
  if (after !== '' && from === 0) return null
  const lines = all.slice(from, from + size)
  return { lines, next: from + size < all.length ? keyOf(lines.at(-1)!) : null }
}
