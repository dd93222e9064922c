/**
 * Pays cashback for done orders, and takes it back for refunded ones.
 * unscoped: the program's own work, over all orders with events
 */
import { sql, type RawBuilder } from 'kysely'
import { accountOf, postAll, transferPhase, type Posting } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { cashbackOf, covers, type Programme } from './cashback.rules.ts'

const batch_size = 200

/**
 * Processes everything that waits. Programs do it one after the other, and twice does no harm: each order is paid once, by its number, and the amount
 * follows from the orders' present state.
 * @throws when the ledger refuses what should always be possible
 */
export async function payCashback(main: Db): Promise<void> {
  // In most minutes nothing waits, and then no write must be logged.
  while (await isThere(main, sql`select from cashback_event`)) {
    const event_count = await asProgram(main, 'Trả cashback', (db) => payBatch(db))
    if (event_count < batch_size) break
  }
  if (await isThere(main, collectable)) await asProgram(main, 'Thu hồi cashback', (db) => takeBackDue(db))
}

async function isThere(db: Db, rows: RawBuilder<unknown>): Promise<boolean> {
  const { rows: answer } = await sql<{ is_there: boolean }>`select exists (${rows}) as is_there`.execute(db)
  return answer[0]!.is_there
}

/** A lock for changing programmes and customers' numbers, and for paying cashback. Orders do not wait for it. */
export async function lockCashback(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('cashback'))`.execute(db)
}

interface WaitingOrder {
  order_id: number
  is_done: boolean
  is_given_back: boolean
  ordered_at: string
  msisdn: string
  category: number
  payment_vendor_id: number | null
  amount: number
  /** The ledger account of the customer's wallet; a locked wallet has none here before cashback was paid into it. */
  wallet_ledger_id: number | null
  /** The cashback that was already paid for it, if any. */
  cashback_id: number | null
  paid: number | null
  status: number | null
}

async function payBatch(db: Db): Promise<number> {
  await lockCashback(db)
  const { rows } = await sql<{ order_id: number }>`
    delete from cashback_event where event_id in (select event_id from cashback_event order by event_id limit ${batch_size})
    returning order_id`.execute(db)
  const orders = await readOrders(
    db,
    rows.map(({ order_id }) => order_id),
  )
  await payDone(
    db,
    orders.filter((order) => order.is_done && order.status === null && order.wallet_ledger_id !== null),
  )
  await takeBack(
    db,
    orders.filter((order) => order.is_given_back && order.status === payment.paid),
  )
  return rows.length
}

const payment = { paid: 1, taken_back: 2, due: 3 } as const

/** Amounts to take back from customers whose wallet now has enough. */
const collectable = sql`
  select p.order_id from cashback_payment p join wallet_account w using (msisdn) join ledger_account l on l.account_id = w.ledger_id
  where p.status = ${sql.lit(payment.due)} and l.balance - l.held >= p.amount`

/** The orders now, after their events were read: a later refund writes another event. What was paid follows its customer to a new number. */
async function readOrders(db: Db, order_ids: readonly number[]): Promise<WaitingOrder[]> {
  if (order_ids.length === 0) return []
  const { rows } = await sql<WaitingOrder>`
    select o.order_id, is_done(o.status) as is_done, o.status in (11, 12) as is_given_back, o.ordered_at, o.msisdn, o.category, o.payment_vendor_id, o.amount,
      case when w.status = 1 or p.order_id is not null then w.ledger_id end as wallet_ledger_id, p.cashback_id, p.amount as paid, p.status
    from (select distinct order_id from unnest(${order_ids}::bigint[]) x (order_id)) x
    cross join lateral (select * from sale_order where order_id = x.order_id offset 0) o
    left join cashback_payment p on p.order_id = o.order_id left join wallet_account w on w.msisdn = coalesce(p.msisdn, o.msisdn)
    where o.msisdn is not null order by o.order_id`.execute(db)
  return rows
}

interface BudgetedProgramme extends Programme {
  budget: number
  used: number
}

const keyOf = (cashback_id: number, msisdn: string) => `${cashback_id} ${msisdn}`

/** Pays by order number until the budget is used up; the last order may be paid in part. */
async function payDone(db: Db, orders: readonly WaitingOrder[]): Promise<void> {
  if (orders.length === 0) return
  const programmes = await openProgrammes(db, orders)
  const had = await hadBefore(db, orders)
  const payments = orders.flatMap((order) => {
    const programme = programmes.find((candidate) => covers(candidate, order))
    if (!programme) return []
    const key = keyOf(programme.cashback_id, order.msisdn)
    const amount = cashbackOf(programme, order.amount, programme.budget - programme.used, had.get(key) ?? 0)
    if (amount === 0) return []
    programme.used += amount
    had.set(key, (had.get(key) ?? 0) + amount)
    return [
      {
        order_id: order.order_id,
        cashback_id: programme.cashback_id,
        msisdn: order.msisdn,
        order_amount: order.amount,
        amount,
        wallet_ledger_id: order.wallet_ledger_id!,
      },
    ]
  })
  if (payments.length === 0) return
  await sql`
    insert into cashback_payment (order_id, cashback_id, msisdn, order_amount, amount)
    select order_id, cashback_id, msisdn, order_amount, amount
    from jsonb_to_recordset(${JSON.stringify(payments)}::jsonb) x (order_id bigint, cashback_id integer, msisdn text, order_amount bigint, amount bigint)`.execute(
    db,
  )
  await addUsed(db, payments, 1)
  const accounts = await accountsOf(db, payments)
  const postings = payments.map(({ order_id, cashback_id, wallet_ledger_id, amount }): Posting => ({
    phase: transferPhase.move,
    ref: cashbackRef(order_id, 'pay'),
    kind: 'cashback',
    from: accounts.get(cashback_id)!,
    to: wallet_ledger_id,
    amount,
    reason: `Cashback, đơn ${order_id}`,
  }))
  const posted = await postAll(db, postings)
  const odd = posted.findIndex(({ result }) => result !== 'done')
  if (odd >= 0) throw new Error(`The ledger answered ${posted[odd]!.result} to ${JSON.stringify(postings[odd])}`)
}

export const cashbackRef = (order_id: number, direction: 'pay' | 'back') =>
  direction === 'pay' ? `cashback:${order_id}` : `cashback:${order_id}:back`

async function openProgrammes(db: Db, orders: readonly WaitingOrder[]): Promise<BudgetedProgramme[]> {
  const { rows } = await sql<BudgetedProgramme>`
    select cashback_id, start_at, end_at, payment_vendor_ids, categories, rate, most_per_order, most_per_customer, budget, used from cashback c
    where is_approved and exists (select from unnest(${orders.map(({ ordered_at }) => ordered_at)}::timestamptz[]) at where at >= c.start_at and at < c.end_at)
    order by cashback_id for update`.execute(db)
  return rows
}

async function hadBefore(db: Db, orders: readonly WaitingOrder[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ cashback_id: number; msisdn: string; had: number }>`
    select cashback_id, msisdn, sum(amount) as had from cashback_payment
    where status <> ${payment.taken_back} and msisdn = any(${orders.map(({ msisdn }) => msisdn)}::text[])
      and cashback_id in (select cashback_id from cashback where end_at > (select min(at) from unnest(${orders.map(({ ordered_at }) => ordered_at)}::timestamptz[]) at))
    group by 1, 2`.execute(db)
  return new Map(rows.map(({ cashback_id, msisdn, had }) => [keyOf(cashback_id, msisdn), had]))
}

/** The only place that changes the used budget; a constraint of the table also keeps it within the limit. */
async function addUsed(
  db: Db,
  payments: readonly { cashback_id: number; amount: number }[],
  sign: 1 | -1,
): Promise<void> {
  const sums = [...Map.groupBy(payments, ({ cashback_id }) => cashback_id)].map(([cashback_id, group]) => ({
    cashback_id,
    amount: sign * group.reduce((sum, { amount }) => sum + amount, 0),
  }))
  await sql`
    update cashback c set used = c.used + x.amount
    from jsonb_to_recordset(${JSON.stringify(sums)}::jsonb) x (cashback_id integer, amount bigint) where c.cashback_id = x.cashback_id`.execute(
    db,
  )
}

/** The ledger account of what a programme has paid: its balance is negative. */
async function accountsOf(db: Db, payments: readonly { cashback_id: number }[]): Promise<Map<number, number>> {
  const accounts = new Map<number, number>()
  const cashback_ids = new Set(payments.map((row) => row.cashback_id))
  for (const cashback_id of [...cashback_ids].sort((a, b) => a - b))
    accounts.set(cashback_id, await accountOf(db, { kind: 'revenue', code: `cashback:${cashback_id}`, may_owe: true }))
  return accounts
}

/** Takes back what was paid; what the wallet lacks stays due and is tried again. */
async function takeBack(db: Db, orders: readonly WaitingOrder[]): Promise<void> {
  if (orders.length === 0) return
  const payments = orders.flatMap(({ order_id, cashback_id, paid, wallet_ledger_id }) =>
    // A payment without a wallet stays due, so that it does not stop those of other customers.
    wallet_ledger_id === null ? [] : { order_id, cashback_id: cashback_id!, amount: paid!, wallet_ledger_id },
  )
  const accounts = await accountsOf(db, payments)
  const posted = await postAll(
    db,
    payments.map(({ order_id, cashback_id, wallet_ledger_id, amount }): Posting => ({
      phase: transferPhase.move,
      ref: cashbackRef(order_id, 'back'),
      kind: 'cashback',
      from: wallet_ledger_id,
      to: accounts.get(cashback_id)!,
      amount,
      reason: `Thu hồi cashback, đơn ${order_id}`,
    })),
  )
  const odd = posted.find(({ result }) => result !== 'done' && result !== 'debt_not_enough')
  if (odd) throw new Error(`The ledger answered ${odd.result} to cashback that is taken back`)
  const takenBack = payments.filter((_, n) => posted[n]!.result === 'done')
  const idsOf = (rows: readonly { order_id: number }[]) => rows.map(({ order_id }) => order_id)
  await sql`
    update cashback_payment set status = ${payment.taken_back}, taken_back_at = clock_timestamp()
    where order_id = any(${idsOf(takenBack)}::bigint[])`.execute(db)
  await sql`
    update cashback_payment set status = ${payment.due} where order_id = any(${idsOf(orders)}::bigint[]) and status = ${payment.paid}`.execute(
    db,
  )
  await addUsed(db, takenBack, -1)
}

/** A batch of due amounts whose wallet now has enough. */
async function takeBackDue(db: Db): Promise<void> {
  await lockCashback(db)
  const { rows } = await sql<{ order_id: number }>`${collectable} order by p.order_id limit ${batch_size}`.execute(db)
  await takeBack(
    db,
    await readOrders(
      db,
      rows.map(({ order_id }) => order_id),
    ),
  )
}
