/** Pays orders, up to fifty in one transaction: from the customer's wallet, or as the seller or source reports the payment. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { Db } from '#server/database/transaction.ts'
import { walletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
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
import {
  purchaseOf,
  type OrderAnswer,
  type PaymentRequest,
  type PurchaseAnswer,
  type PurchasePayment,
} from '#features/orders/intake/order-request.rules.ts'

/** @param moment a moment of the past, for backdated orders */
export function payOrders(db: Db, requests: readonly PaymentRequest[], moment?: string): Promise<Outcome[]> {
  return withIdempotency(db, 'pay', requests, async (fresh) => {
    const bills = fresh.map(({ order_id, paid_at, ...request }): Bill => {
      return { ...request, order_ids: [order_id], paid_at: moment && paid_at }
    })
    const outcomes = await pay(db, bills, moment)
    return outcomes.map((outcome) => (outcome instanceof Failure ? outcome : outcome[0]!))
  })
}

/** Pays all orders of a purchase that are not cancelled, or none of them. */
export function payPurchases(
  db: Db,
  requests: readonly PurchasePayment[],
  moment?: string,
): Promise<(PurchaseAnswer | Failure)[]> {
  return withIdempotency(db, 'pay_purchase', requests, async (fresh) => {
    const purchases = fresh.map(({ purchase_id }) => purchase_id)
    // The orders of a purchase never change, so they can be read before they are locked.
    const { rows } = await sql<{ purchase_id: number; order_ids: number[] }>`
      select purchase_id, jsonb_agg(order_id order by order_id) as order_ids
      from sale_order where purchase_id = any(${purchases}::bigint[]) group by 1`.execute(db) // unscoped: checked after they are locked
    const ids = new Map(rows.map(({ purchase_id, order_ids }) => [purchase_id, order_ids]))
    const bills = fresh.map((request): Bill => ({ ...request, order_ids: ids.get(request.purchase_id) ?? [] }))
    const outcomes = await pay(db, bills, moment)
    return outcomes.map((outcome, n) =>
      outcome instanceof Failure ? outcome : purchaseOf(fresh[n]!.purchase_id, outcome),
    )
  })
}

/** A bill is paid at once: one order, or the orders of a purchase. */
interface Bill extends Pick<PaymentRequest, 'device_id' | 'vendor_ref'> {
  order_ids: readonly number[]
  /** Of a backdated order; others are paid now. */
  paid_at?: string | undefined
  purchase_id?: number
  /** The total that the customer agreed to pay, in đồng. */
  total?: number
}

interface Payment {
  bill: Bill
  /** At least one. */
  orders: readonly LockedOrder[]
}

/** The refusals of bills. */
type Refusals = ReadonlyMap<Payment, Failure>

/** For each bill its orders in their new state, or why none of them is paid. */
async function pay(db: Db, bills: readonly Bill[], moment?: string): Promise<(OrderAnswer[] | Failure)[]> {
  const devices = await devicesOf(db, bills)
  const ids = bills.flatMap(({ order_ids }) => order_ids)
  const { now, orders, periods } = await lockOrders(db, ids, { moment })
  const verdicts = bills.map((bill) => {
    const bill_orders = bill.order_ids.flatMap((order_id) => orders.get(order_id) ?? [])
    return verdictOf(bill_orders, bill, devices.get(bill.device_id), periods)
  })
  // Of several requests for one order, the first pays it.
  const payments = new Map<number, Payment>()
  for (const verdict of verdicts) {
    if (!isPayment(verdict)) continue
    const { order_id } = verdict.orders[0]!
    if (!payments.has(order_id)) payments.set(order_id, verdict)
  }
  const refusals = await takePayments(db, [...payments.values()], now)
  return verdicts.map((verdict) => {
    if (!isPayment(verdict)) return verdict
    const [order] = verdict.orders
    const firstPayment = payments.get(order!.order_id)!
    const refusal = refusals.get(firstPayment)
    if (refusal) return refusal
    if (verdict !== firstPayment && !isRepeatedPayment(order!, verdict.bill, firstPayment.bill))
      return wrongStatus(paidStatus(order!))
    const paidOrderIds = new Set(verdict.orders)
    return verdict.bill.order_ids.map((order_id) => {
      const lockedOrder = orders.get(order_id)!
      return answerOf(
        lockedOrder,
        paidOrderIds.has(lockedOrder)
          ? { status: paidStatus(lockedOrder), paid_at: firstPayment.bill.paid_at ?? now }
          : {},
      )
    })
  })
}

const isPayment = (verdict: OrderAnswer[] | Failure | Payment): verdict is Payment => 'bill' in verdict

/** The answer to a request in the present state, or the payment to be made. */
function verdictOf(
  bill_orders: readonly LockedOrder[],
  bill: Bill,
  device: ChannelDevice | undefined,
  periods: ReadonlyMap<number, Period>,
): OrderAnswer[] | Failure | Payment {
  const [any] = bill_orders
  if (!any || any.pos_id !== device?.pos_id) return new Failure('order_not_found')
  const orders =
    bill.purchase_id === undefined ? bill_orders : bill_orders.filter(({ status }) => status !== orderStatus.cancelled)
  const [order] = orders
  if (!order) return wrongStatus(orderStatus.cancelled)
  const repeats = (lockedOrder: LockedOrder) =>
    lockedOrder.paid_at !== null &&
    isRepeatedPayment(lockedOrder, bill, { device_id: lockedOrder.paid_device_id, vendor_ref: lockedOrder.vendor_ref })
  if (orders.every(repeats)) return bill_orders.map((bill_order) => answerOf(bill_order))
  for (const lockedOrder of orders) {
    const failure = whyNotPay(lockedOrder, periods.get(lockedOrder.period_id), bill)
    if (failure) return failure
  }
  const total = orders.reduce((sum, lockedOrder) => sum + lockedOrder.total, 0)
  if (bill.total !== undefined && bill.total !== total) {
    const message = `Cần thanh toán ${moneyText(total)}.`
    return new Failure('amount_wrong', { message, fields: { total: message } })
  }
  return whyNotWithDevice(order, bill, device) ?? { bill, orders }
}

/**
 * Whether this repeats, under another transid, the payment that has paid the order; then it is not refused. A source names its payments. Wallet and
 * cash payments have no name: a repeat by the same device is accepted, while another device would have charged the customer a second time.
 * @param paid the payment that has paid the order
 */
function isRepeatedPayment(
  order: LockedOrder,
  request: Pick<Bill, 'device_id' | 'vendor_ref'>,
  paid: { device_id: number | null; vendor_ref?: string | null | undefined },
): boolean {
  if (fromSource(order)) return Boolean(request.vendor_ref) && request.vendor_ref === paid.vendor_ref
  return request.device_id === paid.device_id
}

/** The status after payment: a device prints the ticket with the receipt, so its order is done; others wait for a person who produces the ticket. */
function paidStatus(order: LockedOrder): OrderStatus {
  return order.handling === handling.device ? orderStatus.done : orderStatus.paid
}

function whyNotPay(order: LockedOrder, period: Period | undefined, { purchase_id }: Bill): Failure | null {
  if (order.status !== orderStatus.unpaid) return wrongStatus(order.status)
  if (order.purchase_id !== null && purchase_id === undefined)
    return new Failure('action_invalid', { message: 'Đơn thuộc lần mua nhiều kỳ, hãy thanh toán cả lần mua.' })
  const failure = whyNotSelling(period, order.purchase_id !== null)
  if (failure) return failure
  return order.is_expired ? new Failure('action_invalid', { message: 'Đơn hàng đã quá hạn thanh toán.' }) : null
}

/** Why this device cannot pay the order, or not by this payment. */
function whyNotWithDevice(order: LockedOrder, bill: Bill, device: ChannelDevice): Failure | null {
  if (fromWallet(order)) return device.may_charge_wallets ? null : mayNotCharge()
  if (!fromSource(order) || bill.vendor_ref) return null
  return new Failure('request_invalid', { fields: { vendor_ref: 'Cần số tham chiếu của nguồn thanh toán' } })
}

/** Charges these orders and marks them as paid. */
async function takePayments(db: Db, payments: readonly Payment[], now: string): Promise<Refusals> {
  const claimRefusals = await claimReferences(db, payments)
  const lockRefusals = await lockWallets(db, withoutRefused(payments, claimRefusals))
  const open = withoutRefused(payments, claimRefusals, lockRefusals)
  if (open.length === 0) return new Map([...claimRefusals, ...lockRefusals])
  const accounts = await accountsOf(
    db,
    open.flatMap(({ orders }) => orders),
  )
  const short_before = await findShortWallets(db, open)
  const short = await markPaidAndPost(db, accounts, withoutRefused(open, short_before), now)
  return new Map([...claimRefusals, ...lockRefusals, ...short_before, ...short])
}

function withoutRefused(payments: readonly Payment[], ...refusals: Refusals[]): Payment[] {
  return payments.filter((payment) => !refusals.some((refusal) => refusal.has(payment)))
}

/** The order number under which a source's payment is recorded; for a purchase the purchase's own. */
const claimOf = ({ bill, orders }: Payment): number => bill.purchase_id ?? orders[0]!.order_id

/** All orders of a bill have the same source and customer. */
const payerOf = ({ orders }: Payment): LockedOrder => orders[0]!

/**
 * Records each source's payment, which can pay only one order or purchase. Of two requests with one reference the first wins, in any program.
 * @returns the bills whose reference has already paid another one
 */
async function claimReferences(db: Db, payments: readonly Payment[]): Promise<Refusals> {
  const claiming = payments.filter((payment) => fromSource(payerOf(payment)))
  const claims = claiming.map((payment, n) => ({
    n,
    order_id: claimOf(payment),
    payment_vendor_id: payerOf(payment).payment_vendor_id,
    vendor_ref: payment.bill.vendor_ref,
  }))
  if (claims.length === 0) return new Map()
  // Inserted by key, so that two programs do not deadlock.
  const { rows } = await sql<{ order_id: number }>`
    insert into order_payment (payment_vendor_id, vendor_ref, order_id)
    select payment_vendor_id, vendor_ref, order_id
    from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) x (n integer, payment_vendor_id integer, vendor_ref text, order_id bigint)
    order by payment_vendor_id, vendor_ref, n
    on conflict do nothing returning order_id`.execute(db)
  const grantedOrderIds = new Set(rows.map(({ order_id }) => order_id))
  const refusal = new Failure('request_exists', { message: 'Số tham chiếu này đã thanh toán một đơn khác.' })
  return new Map(
    claiming.flatMap((payment) => (grantedOrderIds.has(claimOf(payment)) ? [] : [[payment, refusal] as const])),
  )
}

/** Locks the wallets until the transaction ends. @returns the bills whose wallet does not exist or is locked */
async function lockWallets(db: Db, payments: readonly Payment[]): Promise<Refusals> {
  const of_wallets = payments.filter((payment) => fromWallet(payerOf(payment)))
  if (of_wallets.length === 0) return new Map()
  const numbers = of_wallets.flatMap((payment) => payerOf(payment).msisdn ?? [])
  const { rows } = await sql<{ msisdn: string; status: number }>`
    select msisdn, status from wallet_account where msisdn = any(${numbers}::text[]) order by account_id for share`.execute(
    db,
  ) // unscoped: the payers' own wallets
  const wallets = new Map(rows.map(({ msisdn, status }) => [msisdn, status]))
  const refusals = new Map<Payment, Failure>()
  for (const payment of of_wallets) {
    const status = wallets.get(payerOf(payment).msisdn!)
    if (status === undefined)
      refusals.set(payment, new Failure('debt_not_enough', { message: 'Khách hàng chưa có ví.' }))
    else if (status !== walletStatus.open)
      refusals.set(payment, new Failure('action_invalid', { message: 'Ví đã khóa.' }))
  }
  return refusals
}

/** The bills, in order, whose wallet has too little money; the ledger decides in the end. */
async function findShortWallets(db: Db, payments: readonly Payment[]): Promise<Refusals> {
  const of_wallets = payments.filter((payment) => fromWallet(payerOf(payment)))
  if (of_wallets.length === 0) return new Map()
  const codeOf = (payment: Payment) => `wallet:${payerOf(payment).msisdn}`
  const { rows } = await sql<{ code: string; available: number }>`
    select code, balance - held as available from ledger_account where code = any(${of_wallets.map(codeOf)}::text[])`.execute(
    db,
  )
  const balances = new Map(rows.map(({ code, available }) => [code, available]))
  const refusals = new Map<Payment, Failure>()
  for (const payment of of_wallets) {
    const remainder = payment.orders.reduce((sum, { total }) => sum - total, balances.get(codeOf(payment)) ?? 0)
    if (remainder < 0) refusals.set(payment, new Failure('debt_not_enough'))
    else balances.set(codeOf(payment), remainder)
  }
  return refusals
}

/**
 * Marks the orders as paid and then moves the money, as the last step, because all payments use the same ledger accounts.
 * @returns the bills whose wallet turned out to have too little money: all of their orders stay unpaid
 */
async function markPaidAndPost(
  db: Db,
  accounts: Accounts,
  payments: readonly Payment[],
  now: string,
): Promise<Refusals> {
  const refusals = new Map<Payment, Failure>()
  for (
    let remainingPayments = payments;
    remainingPayments.length > 0;
    remainingPayments = withoutRefused(payments, refusals)
  ) {
    const orders = remainingPayments.flatMap((payment) => payment.orders)
    // A source has confirmed that it has the money: only wallets can lack it.
    const may_be_short = orders.some(fromWallet)
    if (may_be_short) await sql`savepoint before_money`.execute(db)
    await markPaid(db, remainingPayments, now)
    const results = await takeMoney(db, accounts, orders)
    const answersOf = ({ order_id }: LockedOrder) => results.get(order_id)!.map(({ result }) => result)
    const short = orders.filter((order) => fromWallet(order) && answersOf(order).includes('debt_not_enough'))
    const odd = orders.find((order) => !short.includes(order) && answersOf(order).some((result) => result !== 'done'))
    if (odd) throw new Error(`The ledger answered ${JSON.stringify(results.get(odd.order_id))} to an order's payment`)
    if (short.length === 0) return refusals
    // When a wallet could pay the price but not the fee, the price has been charged: roll back and charge again without these bills.
    await sql`rollback to savepoint before_money`.execute(db)
    for (const payment of remainingPayments)
      if (payment.orders.some((order) => short.includes(order))) refusals.set(payment, new Failure('debt_not_enough'))
  }
  return refusals
}

async function markPaid(db: Db, payments: readonly Payment[], now: string): Promise<void> {
  const paid = payments.flatMap(({ bill, orders }) => orders.map(({ order_id }) => ({ ...bill, order_id })))
  const ids = paid.map(({ order_id }) => order_id)
  const refs = paid.map(({ vendor_ref }) => vendor_ref ?? null)
  const devices = paid.map(({ device_id }) => device_id)
  const moments = paid.map(({ paid_at }) => paid_at ?? now)
  await sql`
    update sale_order o set status = case when o.handling = ${handling.device} then ${orderStatus.done}::smallint else ${orderStatus.paid}::smallint end,
      finished_at = case when o.handling = ${handling.device} then x.paid_at end,
      paid_at = x.paid_at, vendor_ref = x.vendor_ref, paid_device_id = x.device_id, version = o.version + 1
    from unnest(${ids}::bigint[], ${refs}::text[], ${devices}::integer[], ${moments}::timestamptz[]) x (order_id, vendor_ref, device_id, paid_at)
    where o.order_id = x.order_id and o.status = any (${orderLife.moves.pay.from}::smallint[])`.execute(db) // unscoped: locked above
}
