/** Pays orders, up to fifty in one transaction: from the customer's wallet here, or as told by whoever took the money. */
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { handling, orderStatus, type OrderStatus } from '#features/orders/order/order.contract.ts'
import { cash_vendor, mayNotCharge, selling, wallet_vendor } from './decide.rules.ts'
import { answerOf, devicesOf, lockOrders, type LockedOrder } from './locked-order.server.ts'
import { accountsOf, takeMoney } from './money.server.ts'
import { withIdempotency, type Outcome } from './idempotency.server.ts'
import type { PayWish } from './wish.rules.ts'

/** @param at a moment of the past, for orders that are made up */
export function payOrders(db: Db, wishes: readonly PayWish[], at?: string): Promise<Outcome[]> {
  return withIdempotency(db, 'pay', wishes, (fresh) => pay(db, fresh, at))
}

async function pay(db: Db, wishes: readonly PayWish[], at?: string): Promise<Outcome[]> {
  const devices = await devicesOf(db, wishes)
  const { now, orders, periods } = await lockOrders(
    db,
    wishes.map(({ order_id }) => order_id),
    { at },
  )
  const settled = new Map<PayWish, Outcome>()
  const payable = new Map<number, Payable>()
  for (const wish of wishes) {
    const order = orders.get(wish.order_id)
    const device = devices.get(wish.device_id)
    const answer =
      order === undefined || order.pos_id !== device?.pos_id
        ? new Failure('order_not_found')
        : hasPaid(order, wish)
          ? answerOf(order)
          : (whyNotPay(order, periods.get(order.period_id)) ?? whyNotSo(order, wish, device))
    if (answer) settled.set(wish, answer)
    else if (!payable.has(wish.order_id)) payable.set(wish.order_id, { order: order!, wish })
  }
  const unclaimed = await claim(db, [...payable.values()])
  const claimed = [...payable.values()].filter(({ order }) => !unclaimed.has(order.order_id))
  const short = new Map<number, Failure>()
  await take(db, claimed, now, short)
  return wishes.map((wish) => {
    const { order_id } = wish
    const answer = settled.get(wish) ?? unclaimed.get(order_id) ?? short.get(order_id)
    if (answer) return answer
    const order = orders.get(order_id)!
    // Of two wishes for one order the first has paid it.
    const first = payable.get(order_id)!.wish
    if (wish !== first && !isSamePayment(wish, first)) return wrongState(paidStatus(order))
    return answerOf(order, { status: paidStatus(order), paid_at: now })
  })
}

interface Payable {
  order: LockedOrder
  wish: PayWish
}

/** Told once more under another name: who hears of a refusal gives the money back, and this money is here. */
function hasPaid(order: LockedOrder, wish: PayWish): boolean {
  return order.paid_at !== null && isSamePayment(order, wish)
}

interface Payment {
  vendor_ref?: string | null | undefined
}

function isSamePayment(one: Payment, other: Payment): boolean {
  return !!one.vendor_ref && one.vendor_ref === other.vendor_ref
}

/** A device prints the ticket with the receipt, so its order is done; others wait for somebody who makes the paper. */
function paidStatus(order: LockedOrder): OrderStatus {
  return order.handling === handling.device ? orderStatus.done : orderStatus.paid
}

function whyNotPay(order: LockedOrder, period: Parameters<typeof selling>[0]): Failure | null {
  if (order.status !== orderStatus.unpaid) return wrongState(order.status)
  try {
    selling(period)
  } catch (error) {
    return error as Failure
  }
  return order.is_expired ? new Failure('action_invalid', { message: 'Đơn hàng đã quá hạn thanh toán.' }) : null
}

/** Why the order cannot be paid by this device, or with what it says of the payment. */
function whyNotSo(order: LockedOrder, wish: PayWish, device: { may_charge_wallets: boolean }): Failure | null {
  if (fromWallet(order)) return device.may_charge_wallets ? null : mayNotCharge()
  if (!fromSource(order) || wish.vendor_ref) return null
  return new Failure('request_invalid', { fields: { vendor_ref: 'Cần số tham chiếu của nguồn thanh toán' } })
}

/**
 * A payment at a source pays one order. What two wishes name at the same moment is the first one's, in one program or in two.
 * @returns the orders whose payment has paid another one
 */
async function claim(db: Db, payable: readonly Payable[]): Promise<Map<number, Failure>> {
  const claims = payable
    .filter(({ order }) => fromSource(order))
    .map(({ order: { order_id, payment_vendor_id }, wish: { vendor_ref } }, n) => ({
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

/** Why an order that is not unpaid can be neither paid nor cancelled by the channel. */
export function wrongState(status: number): Failure {
  if (status === orderStatus.processing) return new Failure('order_locked')
  const message = status === orderStatus.cancelled ? 'Đơn hàng đã hủy.' : 'Đơn hàng đã thanh toán.'
  return new Failure('action_invalid', { message })
}

/**
 * Takes the money, and marks the orders as paid before that: everybody pays into the same accounts, so they are held last and shortly. Of those
 * for which the money is not there nothing is taken or marked; they are written into `refused`.
 */
async function take(db: Db, payable: readonly Payable[], now: string, refused: Map<number, Failure>): Promise<void> {
  const orders = payable.map(({ order }) => order)
  await lockedOut(db, orders, refused)
  const open = orders.filter(({ order_id }) => !refused.has(order_id))
  if (open.length === 0) return
  const accounts = await accountsOf(db, open)
  const refs = new Map(payable.map(({ wish: { order_id, vendor_ref = null } }) => [order_id, vendor_ref]))
  let rest = await affordable(db, open, refused)
  while (rest.length > 0) {
    // A source has said that it has the money: only wallets may turn out to be short of it.
    const may_be_short = rest.some(fromWallet)
    if (may_be_short) await sql`savepoint before_money`.execute(db)
    await markPaid(db, rest, refs, now)
    const results = await takeMoney(db, accounts, rest)
    const isAnswered = (answer: string) => (order: LockedOrder) =>
      results.get(order.order_id)!.some(({ result }) => result === answer)
    const short = rest.filter(fromWallet).filter(isAnswered('debt_not_enough'))
    const odd = rest.find(
      (order) => !short.includes(order) && results.get(order.order_id)!.some(({ result }) => result !== 'done'),
    )
    if (odd) throw new Error(`The ledger answered ${JSON.stringify(results.get(odd.order_id))} to an order's payment`)
    if (short.length === 0) return
    // Of an order whose fee was not there any more the price has been taken: all of it once more, without those.
    await sql`rollback to savepoint before_money`.execute(db)
    for (const { order_id } of short) refused.set(order_id, new Failure('debt_not_enough'))
    rest = rest.filter((order) => !short.includes(order))
  }
}

const fromWallet = ({ vendor_code }: LockedOrder) => vendor_code === wallet_vendor
/** Paid neither from a wallet here nor in cash at the counter. */
const fromSource = ({ vendor_code }: LockedOrder) => vendor_code !== wallet_vendor && vendor_code !== cash_vendor

/** Orders from wallets that are not there or locked. The wallets stay as they are until the end. */
async function lockedOut(db: Db, orders: readonly LockedOrder[], refused: Map<number, Failure>): Promise<void> {
  const numbers = orders.filter(fromWallet).flatMap(({ msisdn }) => msisdn ?? [])
  if (numbers.length === 0) return
  const { rows } = await sql<{ msisdn: string; status: number }>`
    select msisdn, status from wallet_account where msisdn = any(${numbers}::text[]) order by account_id for share`.execute(
    db,
  ) // unscoped: the payers' own
  const wallets = new Map(rows.map(({ msisdn, status }) => [msisdn, status]))
  for (const { order_id, msisdn } of orders.filter(fromWallet)) {
    const status = wallets.get(msisdn!)
    if (status === undefined)
      refused.set(order_id, new Failure('debt_not_enough', { message: 'Khách hàng chưa có ví.' }))
    else if (status !== 1) refused.set(order_id, new Failure('action_invalid', { message: 'Ví đã khóa.' }))
  }
}

/** Those that the wallets can pay by what they hold now, in their order; the ledger itself has the last word. */
async function affordable(db: Db, orders: LockedOrder[], refused: Map<number, Failure>): Promise<LockedOrder[]> {
  const codes = orders.filter(fromWallet).map(({ msisdn }) => `wallet:${msisdn}`)
  if (codes.length === 0) return orders
  const { rows } = await sql<{ code: string; available: number }>`
    select code, balance - held as available from ledger_account where code = any(${codes}::text[])`.execute(db)
  const left = new Map(rows.map(({ code, available }) => [code, available]))
  return orders.filter((order) => {
    if (!fromWallet(order)) return true
    const code = `wallet:${order.msisdn}`
    const rest = (left.get(code) ?? 0) - order.total
    if (rest < 0) refused.set(order.order_id, new Failure('debt_not_enough'))
    else left.set(code, rest)
    return rest >= 0
  })
}

async function markPaid(
  db: Db,
  orders: readonly LockedOrder[],
  refs: ReadonlyMap<number, string | null>,
  now: string,
): Promise<void> {
  const ids = orders.map(({ order_id }) => order_id)
  await sql`
    update sale_order o set status = case when o.handling = ${handling.device} then ${orderStatus.done}::smallint else ${orderStatus.paid}::smallint end,
      finished_at = case when o.handling = ${handling.device} then ${now}::timestamptz end,
      paid_at = ${now}::timestamptz, vendor_ref = x.vendor_ref, version = o.version + 1
    from unnest(${ids}::bigint[], ${ids.map((order_id) => refs.get(order_id) ?? null)}::text[]) x (order_id, vendor_ref)
    where o.order_id = x.order_id`.execute(db) // unscoped: held above
}
