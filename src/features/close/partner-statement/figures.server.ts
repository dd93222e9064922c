/**
 * Reads a partner's figures over some days, from one snapshot of the database. Sales are counted as in the reports. Orders that changed after their
 * statement was confirmed are corrections in the next one.
 * unscoped: the caller has checked that the person may see the partner's account.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { cash_vendor } from '#features/orders/payment/vendor.rules.ts'
import { paymentKinds, paymentStatus } from '../partner-payment/partner-payment.contract.ts'
import { max_corrected_orders, statementStatus, type StatementFigures } from './partner-statement.contract.ts'
import { backLine, correctedLine, paymentLine, saleLine } from './statement.rules.ts'

export interface Span {
  partner_id: number
  from_date: string
  to_date: string
}

export interface ReadFigures {
  figures: StatementFigures
  /** A hash of the figures. */
  digest: string
  snapshot: string
  /** Identifies the database of the snapshot. */
  cluster: string
  read_at: string
}

/** Corrections are searched this many days before a statement; older orders do not change any more. */
const corrected_days = 100

interface FigureRow {
  sales: Omit<StatementFigures['sales'][number], 'line' | 'due'>[]
  given_back: Omit<StatementFigures['given_back'][number], 'line'>[]
  corrected: Omit<StatementFigures['corrections'], 'rows'>
  corrected_rows: Omit<StatementFigures['corrections']['rows'][number], 'line'>[]
  payments: Omit<StatementFigures['payments'][number], 'line'>[]
  opening_debt: number
  opening_deposit: number
  snapshot: string
  cluster: string
  read_at: string
}

/** The figures of a partner's days, read in one SQL statement and therefore from one snapshot. */
export async function figuresOf(db: Db, { partner_id, from_date, to_date }: Span): Promise<ReadFigures> {
  const { paid, deposited, deposit_returned, paid_out } = paymentKinds
  const isInDays = (from: unknown, to: unknown) =>
    sql`o.partner_id = ${partner_id} and o.order_id >= first_order_id(${from}) and o.order_id < first_order_id(${to}) + 1000000000`
  const collected_amount = sql`case when v.vendor_code = ${cash_vendor} then o.amount + o.fee else 0 end`
  const { rows } = await sql<FigureRow>`
    with before as (
      select * from partner_statement
      where partner_id = ${partner_id} and to_date = ${from_date}::date - 1 and status <> ${sql.lit(statementStatus.cancelled)}),
    sold as (
      select o.category, o.payment_vendor_id, v.vendor_name, coalesce(v.vendor_code = ${cash_vendor}, false) as is_cash, count(*) as orders,
        sum(o.quantity) as quantity, sum(o.amount) as amount, sum(o.fee) as fee, sum(o.commission) as commission, sum(${collected_amount}) as collected
      from sale_order o left join payment_vendor v using (payment_vendor_id)
      where ${isInDays(sql`${from_date}::date`, sql`${to_date}::date`)} and is_sale(o.status) group by 1, 2, 3, 4),
    back as (
      select o.status, count(*) as orders, sum(o.total) as amount from sale_order o
      where ${isInDays(sql`${from_date}::date`, sql`${to_date}::date`)} and o.status in (${orderStatus.refunding}, ${orderStatus.refunded}) group by 1),
    -- Of the days before, what the last confirmed statement saw otherwise. On another cluster its snapshot says nothing: then moments decide.
    earlier as (
      select o.*, is_sale(o.status) as is_added, case when b.cluster = (select cluster::text from sale_fold)
        then coalesce(pg_visible_in_snapshot(o.counted, b.snapshot::pg_snapshot), false)
          and not coalesce(pg_visible_in_snapshot(o.uncounted, b.snapshot::pg_snapshot), false)
        else o.paid_at <= b.frozen_at and not coalesce(o.ended_at <= b.frozen_at, false) end is true as was_sale
      from before b, sale_order o
      where b.status = ${sql.lit(statementStatus.confirmed)} and ${isInDays(
        sql`greatest(b.to_date - ${sql.lit(corrected_days)}, (select min(from_date) from partner_statement where partner_id = ${partner_id} and status <> ${sql.lit(statementStatus.cancelled)}))`,
        sql`b.to_date`,
      )}),
    corrected as (
      select o.order_id, o.order_day as day, o.category, o.is_added, s.sign * o.amount as amount, s.sign * o.commission as commission,
        s.sign * (${collected_amount} - o.commission) as due
      from earlier o left join payment_vendor v using (payment_vendor_id) cross join lateral (select case when o.is_added then 1 else -1 end as sign) s
      where o.is_added <> o.was_sale),
    money as (
      select kind, posted_at::date as day, amount from partner_payment
      where partner_id = ${partner_id} and status = ${sql.lit(paymentStatus.done)} and posted_at < ${to_date}::date + 1)
    select
      coalesce((select jsonb_agg(s order by s.category, s.is_cash desc, s.payment_vendor_id) from sold s), '[]') as sales,
      coalesce((select jsonb_agg(b order by b.status) from back b), '[]') as given_back,
      (select jsonb_build_object('orders', count(*), 'amount', coalesce(sum(amount), 0), 'commission', coalesce(sum(commission), 0), 'due', coalesce(sum(due), 0))
        from corrected) as corrected,
      coalesce((select jsonb_agg(c order by c.order_id desc) from (select * from corrected order by order_id desc limit ${sql.lit(max_corrected_orders)}) c), '[]')
        as corrected_rows,
      coalesce((select jsonb_agg(p order by p.kind) from (
        select kind, count(*) as payments, sum(amount) as amount from money where day >= ${from_date} group by kind) p), '[]') as payments,
      coalesce((select closing_debt from before),
        (select coalesce(sum(case kind when ${paid} then -amount when ${paid_out} then amount end), 0) from money where day < ${from_date}))::bigint as opening_debt,
      (select coalesce(sum(case kind when ${deposited} then amount when ${deposit_returned} then -amount end), 0) from money where day < ${from_date})::bigint
        as opening_deposit,
      pg_current_snapshot()::text as snapshot, (select cluster::text from sale_fold) as cluster, statement_timestamp() as read_at`.execute(
    db,
  )
  const { snapshot, cluster, read_at, ...read } = rows[0]!
  const figures = withTotals(read)
  return {
    figures,
    digest: createHash('sha256').update(JSON.stringify(figures)).digest('hex'),
    snapshot,
    cluster,
    read_at,
  }
}

function withTotals(read: Omit<FigureRow, 'snapshot' | 'cluster' | 'read_at'>): StatementFigures {
  const { sales: sold, given_back, corrected, corrected_rows, payments, opening_debt, opening_deposit } = read
  const sales = sold.map((sale) => ({
    line: saleLine(sale.category, sale.payment_vendor_id),
    ...sale,
    due: sale.collected - sale.commission,
  }))
  const sum = (name: 'orders' | 'quantity' | 'amount' | 'fee' | 'commission' | 'collected' | 'due') =>
    sales.reduce((total, sale) => total + sale[name], 0)
  const amountOf = (kind: number) => payments.find((payment) => payment.kind === kind)?.amount ?? 0
  const due = sum('due') + corrected.due
  const paid_amount = amountOf(paymentKinds.paid) - amountOf(paymentKinds.paid_out)
  return {
    sales,
    given_back: given_back.map((row) => ({ line: backLine(row.status), ...row })),
    corrections: {
      ...corrected,
      rows: corrected_rows.map((row) => ({ line: correctedLine(row.order_id), ...row })),
    },
    payments: payments.map((payment) => ({ line: paymentLine(payment.kind), ...payment })),
    orders: sum('orders'),
    quantity: sum('quantity'),
    amount: sum('amount'),
    fee: sum('fee'),
    commission: sum('commission'),
    collected: sum('collected'),
    due,
    paid: paid_amount,
    opening_debt,
    closing_debt: opening_debt + due - paid_amount,
    opening_deposit,
    closing_deposit: opening_deposit + amountOf(paymentKinds.deposited) - amountOf(paymentKinds.deposit_returned),
  }
}
