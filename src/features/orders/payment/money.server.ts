/** Moves an order's money from the wallet or source to the revenue of its product line, the fee beside it, and back. */
import { sql } from 'kysely'
import { accountOf, postAll, transferPhase, type PostingOutcome, type Posting } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import { orderRef } from '#features/orders/order/order-refs.rules.ts'
import type { LockedOrder } from '#features/orders/lock/lock-orders.server.ts'
import { fromWallet } from './vendor.rules.ts'

type OrderMoney = Pick<LockedOrder, 'order_id' | 'line' | 'amount' | 'fee' | 'vendor_code' | 'msisdn'>

/** Ledger accounts by code; those of sources and revenue are opened when first needed. */
export type Accounts = ReadonlyMap<string, number>

const salesCode = ({ line }: OrderMoney) => `sales:${line}`
const fee_code = 'fee:order'
const sourceCode = (order: OrderMoney) => (fromWallet(order) ? `wallet:${order.msisdn}` : `vendor:${order.vendor_code}`)

/**
 * The ledger accounts of these orders. Missing ones of sources, sales and fees are opened.
 * A wallet that the ledger does not know is missing from the answer.
 */
export async function accountsOf(db: Db, orders: readonly OrderMoney[]): Promise<Accounts> {
  const codes = [...new Set(orders.flatMap((order) => [salesCode(order), fee_code, sourceCode(order)]))]
  const { rows } = await sql<{ account_id: number; code: string }>`
    select account_id, code from ledger_account where code = any(${codes}::text[])`.execute(db)
  const accounts = new Map(rows.map(({ code, account_id }) => [code, account_id]))
  // Opened in a fixed order, because two programs may open the same ones at the same time.
  for (const code of codes.filter((candidate) => !accounts.has(candidate)).sort()) {
    const kind = code.startsWith('vendor:') ? 'gateway_clearing' : code === fee_code ? 'fee' : 'revenue'
    // A customer's account is opened with the wallet only.
    if (!code.startsWith('wallet:')) accounts.set(code, await accountOf(db, { kind, code, may_owe: code !== fee_code }))
  }
  return accounts
}

/** Charges each order, in order. Gives the ledger's results for each, of the fee second. */
export async function takeMoney(
  db: Db,
  accounts: Accounts,
  orders: readonly OrderMoney[],
): Promise<Map<number, PostingOutcome[]>> {
  return postEach(db, orders, (order) => {
    const [from, sales] = [accounts.get(sourceCode(order))!, accounts.get(salesCode(order))!]
    return postingsFor(order, 'pay', { from, sales, fee: accounts.get(fee_code)! })
  })
}

/** Refunds an order to where its money came from. */
export async function returnMoney(db: Db, orders: readonly OrderMoney[]): Promise<void> {
  const accounts = await accountsOf(db, orders)
  const results = await postEach(db, orders, (order) => {
    const [source, sales] = [accounts.get(sourceCode(order))!, accounts.get(salesCode(order))!]
    return postingsFor(order, 'refund', { from: source, sales, fee: accounts.get(fee_code)! })
  })
  for (const [order_id, posted] of results)
    if (posted.some(({ result }) => result !== 'done' && result !== 'repeated'))
      throw new Error(`The money of order ${order_id} could not be given back: ${posted.map(({ result }) => result)}`)
}

interface PostingAccounts {
  /** The ledger account of the payer. */
  from: number
  sales: number
  fee: number
}

function postingsFor(
  { order_id, amount, fee }: OrderMoney,
  direction: 'pay' | 'refund',
  accounts: PostingAccounts,
): Posting[] {
  const pays = direction === 'pay'
  const accountsWith = (other: number) =>
    pays ? { from: accounts.from, to: other } : { from: other, to: accounts.from }
  const posting: Posting = {
    phase: transferPhase.move,
    ref: orderRef(order_id, direction),
    kind: pays ? 'order' : 'refund',
    ...accountsWith(accounts.sales),
    amount,
    reason: pays ? `Mua vé, đơn ${order_id}` : `Hoàn tiền vé, đơn ${order_id}`,
  }
  if (fee === 0) return [posting]
  return [
    posting,
    {
      phase: transferPhase.move,
      ref: orderRef(order_id, pays ? 'fee' : 'refund_fee'),
      kind: pays ? 'fee' : 'refund',
      ...accountsWith(accounts.fee),
      amount: fee,
      reason: pays ? `Phí mua vé, đơn ${order_id}` : `Hoàn phí, đơn ${order_id}`,
    },
  ]
}

async function postEach<O extends OrderMoney>(
  db: Db,
  orders: readonly O[],
  postingsOf: (order: O) => Posting[],
): Promise<Map<number, PostingOutcome[]>> {
  const postings = orders.map(postingsOf)
  const posted = orders.length > 0 ? await postAll(db, postings.flat()) : []
  let next_index = 0
  return new Map(
    orders.map((order, n) => {
      const from = next_index
      next_index += postings[n]!.length
      return [order.order_id, posted.slice(from, next_index)]
    }),
  )
}
