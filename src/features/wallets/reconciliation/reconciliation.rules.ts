/** Compares a gateway's list of one day with our payouts; pure functions. */
import { moneyText } from '#contract/text/money-text.ts'
import { findingKind, type FindingKind } from './reconciliation.contract.ts'

/** A payment in the gateway's list. */
export interface TheirLine {
  kind: 'payout' | 'fund_in'
  order_id: string
  trans_id: string
  amount: number
  fee: number
  status: 'paid' | 'failed' | 'pending'
  account: string
}

export interface OurPayout {
  order_id: string
  /** Null where it pays a reward. */
  withdrawal_id: number | null
  amount: number
  account: string
  status: 'paid' | 'failed' | 'open'
  /** The day it was sent and the day of the answer: it was paid between them. */
  from_day: string
  to_day: string
  /** Paid before the list was fetched, so that it must be listed. */
  is_expected: boolean
}

export interface Difference {
  kind: FindingKind
  order_id: string
  trans_id: string | null
  withdrawal_id: number | null
  our_amount: number | null
  their_amount: number | null
  detail: string
}

interface DayList {
  day: string
  lines: readonly TheirLine[]
}

interface DayOrders {
  day: string
  orders: ReadonlyMap<string, readonly TheirLine[]>
}

interface Lists extends DayList {
  /** The lists of the day before and the day after, where they are needed. */
  neighbours?: readonly DayList[]
}

export interface ComparisonResult {
  differences: Difference[]
  theirs: Sum
  ours: Sum
}
interface Sum {
  count: number
  amount: number
}

const dayText = (day: string) => day.split('-').toReversed().join('/')

/** States in which money has left or is leaving: an order may have at most one such line. */
const isPayment = ({ kind, status }: TheirLine) => kind === 'payout' && status !== 'failed'

const isOf = ({ from_day, to_day }: OurPayout, day: string) => from_day <= day && day <= to_day

/** Whether the neighbouring days' lists are needed: a payout of this day is not in its list, or a listed one is of another day. */
export function needsNeighbours({ day, lines }: DayList, payouts: readonly OurPayout[]): boolean {
  const listedOrderIds = new Set(lines.map(({ order_id }) => order_id))
  return payouts.some((payout) =>
    listedOrderIds.has(payout.order_id) ? !isOf(payout, day) : payout.is_expected && payout.from_day === day,
  )
}

/** The differences. `payouts` are those of the day and those that the lists name. */
export function compare(lists: Lists, payouts: readonly OurPayout[]): ComparisonResult {
  const lines_by_order = byOrder(lists.lines)
  const other_days: DayOrders[] = (lists.neighbours ?? []).map(({ day, lines }) => ({ day, orders: byOrder(lines) }))
  const ours_by_order = new Map(payouts.map((payout) => [payout.order_id, payout]))
  const differences: Difference[] = []
  const ours: Sum = { count: 0, amount: 0 }
  for (const [order_id, lines] of lines_by_order) {
    const payout = ours_by_order.get(order_id)
    if (!payout) differences.push(...ofUnknown(order_id, lines))
    else if (isOf(payout, lists.day)) differences.push(...ofKnown(payout, lines))
    else differences.push(...ofStray(payout, lines, lists.day, other_days))
    if (payout?.status === 'paid') add(ours, payout)
  }
  for (const payout of payouts) {
    if (lines_by_order.has(payout.order_id) || !payout.is_expected || payout.from_day !== lists.day) continue
    const other_day = other_days.find(({ orders }) => orders.get(payout.order_id)?.some(isPayment))
    if (other_day && isOf(payout, other_day.day)) continue
    add(ours, payout)
    differences.push(other_day ? onOtherDay(payout, other_day) : missingPayout(payout))
  }
  const theirs: Sum = { count: 0, amount: 0 }
  for (const line of lists.lines) if (line.kind === 'payout' && line.status === 'paid') add(theirs, line)
  return { differences, theirs, ours }
}

function add(sum: Sum, { amount }: { amount: number }): void {
  sum.count++
  sum.amount += amount
}

function byOrder(lines: readonly TheirLine[]): Map<string, TheirLine[]> {
  const orders = new Map<string, TheirLine[]>()
  for (const line of lines) {
    if (line.kind !== 'payout') continue
    const same_order = orders.get(line.order_id)
    if (same_order) same_order.push(line)
    else orders.set(line.order_id, [line])
  }
  return orders
}

function ofUnknown(order_id: string, lines: readonly TheirLine[]): Difference[] {
  const payments = lines.filter(isPayment)
  const [firstPayment] = payments
  if (!firstPayment) return []
  const detail = `Cổng ghi đã chi ${moneyText(firstPayment.amount)} tới ${firstPayment.account}, hệ thống không có lệnh này.`
  const nobody = { order_id, withdrawal_id: null, our_amount: null }
  return [
    {
      ...nobody,
      kind: findingKind.unknown_here,
      trans_id: firstPayment.trans_id,
      their_amount: firstPayment.amount,
      detail,
    },
    ...twice(nobody, payments),
  ]
}

function ofKnown(payout: OurPayout, lines: readonly TheirLine[]): Difference[] {
  const line = resultLine(lines)
  if (payout.status === 'failed' && line.status === 'failed') return []
  const { order_id, withdrawal_id, amount } = payout
  const fields = { order_id, withdrawal_id, our_amount: amount }
  const differences = twice(fields, lines.filter(isPayment))
  const differ = (kind: FindingKind, detail: string) =>
    differences.push({ ...fields, kind, trans_id: line.trans_id, their_amount: line.amount, detail })
  if (line.amount !== amount)
    differ(findingKind.amount, `Hệ thống chi ${moneyText(amount)}, cổng ghi ${moneyText(line.amount)}.`)
  if (differs(payout, line))
    differ(findingKind.state, `Hệ thống ghi ${ourState[payout.status]}, cổng ghi ${theirState[line.status]}.`)
  if (line.account !== payout.account)
    differ(findingKind.receiver, `Hệ thống chi tới ${payout.account}, cổng ghi ${line.account}.`)
  if (line.fee !== 0) differ(findingKind.fee, `Cổng trừ phí ${moneyText(line.fee)}, sổ không có khoản phí này.`)
  return differences
}

/** A payout in the list of another day: an error of the day, or listed twice if its own day has it too. */
function ofStray(
  payout: OurPayout,
  lines: readonly TheirLine[],
  day: string,
  other_days: readonly DayOrders[],
): Difference[] {
  const { order_id, withdrawal_id, amount } = payout
  const differences = ofKnown(payout, lines)
  const line = lines.find(isPayment)
  if (!line || differences.some(({ kind }) => kind === findingKind.twice)) return differences
  const fields = { order_id, withdrawal_id, our_amount: amount }
  const other_payments = other_days.flatMap(({ orders }) => orders.get(order_id)?.filter(isPayment) ?? [])
  const duplicates = twice(fields, [...other_payments, line])
  if (duplicates.length > 0) return [...differences, ...duplicates]
  const { trans_id, amount: their_amount } = line
  return [...differences, otherDay({ ...fields, trans_id, their_amount }, payout.from_day, day)]
}

/** Of several lines of an order, the one with its result. */
function resultLine(lines: readonly TheirLine[]): TheirLine {
  return lines.find(({ status }) => status === 'paid') ?? lines.find(isPayment) ?? lines[0]!
}

const ourState = { paid: 'đã chi', failed: 'thất bại', open: 'chưa rõ kết quả' } as const
const theirState = { paid: 'đã chi', failed: 'thất bại', pending: 'đang xử lý' } as const

function differs({ status, is_expected }: OurPayout, line: TheirLine): boolean {
  if (line.status === 'pending') return status === 'failed' || (status === 'paid' && is_expected)
  return status !== line.status
}

type PayoutFields = Pick<Difference, 'order_id' | 'withdrawal_id' | 'our_amount'>

/** One finding for an order that is listed more than once. */
function twice(fields: PayoutFields, all: readonly TheirLine[]): Difference[] {
  if (all.length < 2) return []
  const their_amount = all.reduce((sum, { amount }) => sum + amount, 0)
  const numbers = all.map(({ trans_id }) => trans_id)
  const detail = `Cổng ghi lệnh này ${all.length} lần: ${numbers.slice(0, 20).join(', ')}.`
  return [{ ...fields, kind: findingKind.twice, trans_id: numbers.at(-1)!, their_amount, detail }]
}

function missingPayout({ order_id, withdrawal_id, amount }: OurPayout): Difference {
  const detail = `Hệ thống ghi đã chi ${moneyText(amount)}, danh sách của cổng không có lệnh này.`
  return {
    kind: findingKind.missing_there,
    order_id,
    withdrawal_id,
    trans_id: null,
    our_amount: amount,
    their_amount: null,
    detail,
  }
}

function onOtherDay({ order_id, withdrawal_id, amount, from_day }: OurPayout, { day, orders }: DayOrders): Difference {
  const line = orders.get(order_id)!.find(isPayment)!
  const fields = { order_id, withdrawal_id, our_amount: amount, trans_id: line.trans_id, their_amount: line.amount }
  return otherDay(fields, from_day, day)
}

function otherDay(fields: Omit<Difference, 'kind' | 'detail'>, our_day: string, their_day: string): Difference {
  const detail = `Hệ thống ghi ngày ${dayText(our_day)}, cổng ghi ngày ${dayText(their_day)}.`
  return { ...fields, kind: findingKind.other_day, detail }
}
