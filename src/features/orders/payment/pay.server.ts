/** Pays orders, up to fifty in one transaction: from the customer's wallet, or as the seller or source reports. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { walletStatus } from '#features/wallets/wallet/wallet.contract.ts'
import { handling, orderLife, orderStatus, type OrderStatus } from '#features/orders/order/order.contract.ts'
import { whyNotSelling } from '#features/orders/intake/decide.rules.ts'
import {
  answerOf,
  devicesOf,
  lockOrders,
  wrongStatus,
  type ChannelDevice,
  type LockedOrder,
} from '#features/orders/lock/lock-orders.server.ts'
import { accountsOf, takeMoney, type Accounts } from './money.server.ts'
import { withIdempotency, type Outcome } from '#features/orders/intake/idempotency.server.ts'
import type { Period } from '#features/orders/intake/intake-state.rules.ts'
import { fromSource, fromWallet, mayNotCharge } from './vendor.rules.ts'
import type { PaymentRequest } from '#features/orders/intake/order-request.rules.ts'

/** @param at a moment of the past, for orders that are made up */
export function payOrders(db: Db, requests: readonly PaymentRequest[], at?: string): Promise<Outcome[]> {
  return withIdempotency(db, 'pay', requests, (fresh) => pay(db, fresh, at))
}

interface Payment {
  order: LockedOrder
  request: PaymentRequest
}

/** Why orders are not paid, by their numbers. */
type Refusals = ReadonlyMap<number, Failure>

async function pay(db: Db, requests: readonly PaymentRequest[], at?: string): Promise<Outcome[]> {
  const devices = await devicesOf(db, requests)
  const ids = requests.map(({ order_id }) => order_id)
  const { now, orders, periods } = await lockOrders(db, ids, { at })
  const verdicts = requests.map((request) => {
    const order = orders.get(request.order_id)
    return verdictOf(order, request, devices.get(request.device_id), order && periods.get(order.period_id))
  })
  // Of several requests for one order the first pays it.
  const payments = new Map<number, Payment>()
  for (const verdict of verdicts)
    if (isPayment(verdict) && !payments.has(verdict.order.order_id)) payments.set(verdict.order.order_id, verdict)
  const refusals = await takePayments(db, [...payments.values()], now)
  return verdicts.map((verdict) => {
    if (!isPayment(verdict)) return verdict
    const { order, request } = verdict
    const first = payments.get(order.order_id)!.request
    const refused = refusals.get(order.order_id)
    if (refused) return refused
    if (request !== first && !isRepeatedPayment(order, request, first)) return wrongStatus(paidStatus(order))
    return answerOf(order, { status: paidStatus(order), paid_at: now })
  })
}

const isPayment = (verdict: Outcome | Payment): verdict is Payment => 'request' in verdict

/** What the request is answered as things are; or the payment that is to be made. */
function verdictOf(
  order: LockedOrder | undefined,
  request: PaymentRequest,
  device: ChannelDevice | undefined,
  period: Period | undefined,
): Outcome | Payment {
  if (!order || order.pos_id !== device?.pos_id) return new Failure('order_not_found')
  if (
    order.paid_at !== null &&
    isRepeatedPayment(order, request, { device_id: order.paid_device_id, vendor_ref: order.vendor_ref })
  )
    return answerOf(order)
  return whyNotPay(order, period) ?? whyNotWithDevice(order, request, device) ?? { order, request }
}

/**
 * Whether this repeats the payment that has paid the order, under another transid; then it is not refused.
 * A source names its payments. Wallet and cash have no name: the same device repeats its own payment,
 * while another device would have taken the customer's money a second time.
 * @param paid the payment that has paid
 */
function isRepeatedPayment(
  order: LockedOrder,
  request: PaymentRequest,
  paid: { device_id: number | null; vendor_ref?: string | null | undefined },
): boolean {
  if (fromSource(order)) return Boolean(request.vendor_ref) && request.vendor_ref === paid.vendor_ref
  return request.device_id === paid.device_id
}

/** A device prints the ticket with the receipt, so its order is done; others wait for somebody who makes the paper. */
function paidStatus(order: LockedOrder): OrderStatus {
  return order.handling === handling.device ? orderStatus.done : orderStatus.paid
}

function whyNotPay(order: LockedOrder, period: Period | undefined): Failure | null {
  if (order.status !== orderStatus.unpaid) return wrongStatus(order.status)
  const failure = whyNotSelling(period)
  if (failure) return failure
  return order.is_expired ? new Failure('action_invalid', { message: 'Đơn hàng đã quá hạn thanh toán.' }) : null
}

/** Why the order cannot be paid by this device, or with what it says of the payment. */
function whyNotWithDevice(order: LockedOrder, request: PaymentRequest, device: ChannelDevice): Failure | null {
  if (fromWallet(order)) return device.may_charge_wallets ? null : mayNotCharge()
  if (!fromSource(order) || request.vendor_ref) return null
  return new Failure('request_invalid', { fields: { vendor_ref: 'Cần số tham chiếu của nguồn thanh toán' } })
}

/** Takes the money of these orders and marks them as paid. */
async function takePayments(db: Db, payments: readonly Payment[], now: string): Promise<Refusals> {
  const claimed = await claimReferences(db, payments)
  const locked = await lockWallets(db, without(payments, claimed))
  const open = without(payments, claimed, locked)
  if (open.length === 0) return new Map([...claimed, ...locked])
  const accounts = await accountsOf(
    db,
    open.map(({ order }) => order),
  )
  const short_before = await findShortWallets(db, open)
  const short = await markPaidAndPost(db, accounts, without(open, short_before), now)
  return new Map([...claimed, ...locked, ...short_before, ...short])
}

function without(payments: readonly Payment[], ...refusals: Refusals[]): Payment[] {
  return payments.filter(({ order }) => !refusals.some((one) => one.has(order.order_id)))
}

/**
 * A payment at a source pays one order. Of two requests with one reference the first has it, in any program.
 * @returns the orders whose reference has paid another one
 */
async function claimReferences(db: Db, payments: readonly Payment[]): Promise<Refusals> {
  const claims = payments
    .filter(({ order }) => fromSource(order))
    .map(({ order: { order_id, payment_vendor_id }, request: { vendor_ref } }, n) => ({
      n,
      order_id,
      payment_vendor_id,
      vendor_ref,
    }))
  if (claims.length === 0) return new Map()
  // In the order of their keys, so that two programs do not wait for one another.
  const { rows } = await sql<{ order_id: number }>`
    insert into order_payment (payment_vendor_id, vendor_ref, order_id)
    select payment_vendor_id, vendor_ref, order_id
    from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) x (n integer, payment_vendor_id integer, vendor_ref text, order_id bigint)
    order by payment_vendor_id, vendor_ref, n
    on conflict do nothing returning order_id`.execute(db)
  const granted = new Set(rows.map(({ order_id }) => order_id))
  const refusal = new Failure('request_exists', { message: 'Số tham chiếu này đã thanh toán một đơn khác.' })
  return new Map(claims.flatMap(({ order_id }) => (granted.has(order_id) ? [] : [[order_id, refusal] as const])))
}

/** The wallets stay as they are until the end. @returns the orders whose wallet is not there or locked */
async function lockWallets(db: Db, payments: readonly Payment[]): Promise<Refusals> {
  const orders = payments.map(({ order }) => order).filter(fromWallet)
  if (orders.length === 0) return new Map()
  const numbers = orders.flatMap(({ msisdn }) => msisdn ?? [])
  const { rows } = await sql<{ msisdn: string; status: number }>`
    select msisdn, status from wallet_account where msisdn = any(${numbers}::text[]) order by account_id for share`.execute(
    db,
  ) // unscoped: the payers' own
  const wallets = new Map(rows.map(({ msisdn, status }) => [msisdn, status]))
  const refusals = new Map<number, Failure>()
  for (const { order_id, msisdn } of orders) {
    const status = wallets.get(msisdn!)
    if (status === undefined)
      refusals.set(order_id, new Failure('debt_not_enough', { message: 'Khách hàng chưa có ví.' }))
    else if (status !== walletStatus.open)
      refusals.set(order_id, new Failure('action_invalid', { message: 'Ví đã khóa.' }))
  }
  return refusals
}

/** The orders, one after the other, that the wallets cannot pay now; the ledger has the last word. */
async function findShortWallets(db: Db, payments: readonly Payment[]): Promise<Refusals> {
  const orders = payments.map(({ order }) => order).filter(fromWallet)
  if (orders.length === 0) return new Map()
  const codeOf = ({ msisdn }: LockedOrder) => `wallet:${msisdn}`
  const { rows } = await sql<{ code: string; available: number }>`
    select code, balance - held as available from ledger_account where code = any(${orders.map(codeOf)}::text[])`.execute(
    db,
  )
  const left = new Map(rows.map(({ code, available }) => [code, available]))
  const refusals = new Map<number, Failure>()
  for (const order of orders) {
    const rest = (left.get(codeOf(order)) ?? 0) - order.total
    if (rest < 0) refusals.set(order.order_id, new Failure('debt_not_enough'))
    else left.set(codeOf(order), rest)
  }
  return refusals
}

/**
 * Marks the orders as paid and then moves the money: everybody pays into the same accounts, so they come last.
 * @returns the orders whose wallet is short after all: they stay unpaid
 */
async function markPaidAndPost(
  db: Db,
  accounts: Accounts,
  payments: readonly Payment[],
  now: string,
): Promise<Refusals> {
  const refusals = new Map<number, Failure>()
  for (let rest = payments; rest.length > 0; rest = without(payments, refusals)) {
    const orders = rest.map(({ order }) => order)
    // A source has said that it has the money: only wallets may turn out to be short of it.
    const may_be_short = orders.some(fromWallet)
    if (may_be_short) await sql`savepoint before_money`.execute(db)
    await markPaid(db, rest, now)
    const results = await takeMoney(db, accounts, orders)
    const answersOf = ({ order_id }: LockedOrder) => results.get(order_id)!.map(({ result }) => result)
    const short = orders.filter((order) => fromWallet(order) && answersOf(order).includes('debt_not_enough'))
    const odd = orders.find((order) => !short.includes(order) && answersOf(order).some((result) => result !== 'done'))
    if (odd) throw new Error(`The ledger answered ${JSON.stringify(results.get(odd.order_id))} to an order's payment`)
    if (short.length === 0) return refusals
    // Of an order whose fee was not there any more the price has been taken: all of it once more, without those.
    await sql`rollback to savepoint before_money`.execute(db)
    for (const { order_id } of short) refusals.set(order_id, new Failure('debt_not_enough'))
  }
  return refusals
}

async function markPaid(db: Db, payments: readonly Payment[], now: string): Promise<void> {
  const ids = payments.map(({ order }) => order.order_id)
  const refs = payments.map(({ request }) => request.vendor_ref ?? null)
  const devices = payments.map(({ request }) => request.device_id)
  await sql`
    update sale_order o set status = case when o.handling = ${handling.device} then ${orderStatus.done}::smallint else ${orderStatus.paid}::smallint end,
      finished_at = case when o.handling = ${handling.device} then ${now}::timestamptz end,
      paid_at = ${now}::timestamptz, vendor_ref = x.vendor_ref, paid_device_id = x.device_id, version = o.version + 1
    from unnest(${ids}::bigint[], ${refs}::text[], ${devices}::integer[]) x (order_id, vendor_ref, device_id)
    where o.order_id = x.order_id and o.status = any (${orderLife.moves.pay.from}::smallint[])`.execute(db) // unscoped: locked above
}
