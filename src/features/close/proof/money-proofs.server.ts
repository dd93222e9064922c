/**
 * Proofs of sales, refunds, fees and cashback of a day: compares orders with the ledger, posting by posting.
 * unscoped: a proof covers everything
 */
import { sql } from 'kysely'
import { salesOfDay } from '#features/reports/roll-up/verify-sales.server.ts'
import type { ProofQuery } from './proof-query.server.ts'

/** SQL: whether the moment in this column is within the day. */
const within = (column: string, day: string) =>
  sql<boolean>`${sql.ref(column)} >= ${sql.lit(day)}::date and ${sql.ref(column)} < ${sql.lit(day)}::date + 1`
const firstOrderOf = (day: string, days: number) =>
  sql`first_order_id(${sql.lit(day)}::date + ${sql.lit(days)}::integer)`

const order_link = sql`'/lich-su-giao-dich?keyword=' || order_id`

/**
 * SQL: the orders that were paid or refunded on the day with their ledger postings, and postings without a matching order. Orders of the day before
 * are included, because they may be paid after midnight.
 */
export const orderSources = (day: string) => [
  sql`paid as materialized (
    select o.order_id, o.category, o.payment_vendor_id, o.amount, o.fee, -f.amount as taken, g.amount as received, x.amount as fee_posted,
      case when t.kind = 5 then t.transfer_id end as pay_id, case when x.kind = 8 and o.fee > 0 then x.transfer_id end as fee_id
    from sale_order o
    left join ledger_transfer t on t.ref = 'order:' || o.order_id || ':pay'
    left join ledger_entry f on f.transfer_id = t.transfer_id and f.account_id = t.from_account
    left join ledger_entry g on g.transfer_id = t.transfer_id and g.account_id = t.to_account
    left join ledger_transfer x on x.ref = 'order:' || o.order_id || ':fee'
    where o.order_id >= ${firstOrderOf(day, -1)} and o.order_id < ${firstOrderOf(day, 1)} and ${within('o.paid_at', day)})`,
  sql`refunded as materialized (
    select o.order_id, o.order_day, o.total, coalesce(g.amount, 0) + coalesce(x.amount, 0) as returned, coalesce(t.amount, 0) + coalesce(x.amount, 0) as posted,
      case when t.kind = 6 then t.transfer_id end as back_id, case when x.kind = 6 then x.transfer_id end as fee_back_id
    from sale_order o
    left join ledger_transfer t on t.ref = 'order:' || o.order_id || ':refund'
    left join ledger_entry g on g.transfer_id = t.transfer_id and g.account_id = t.to_account
    left join ledger_transfer x on x.ref = 'order:' || o.order_id || ':refund-fee'
    where ${within('o.refunded_at', day)})`,
  // Nearly all postings belong to the orders above; only the others are looked up individually.
  sql`unexplained as materialized (
    select t.ref, t.kind, t.amount, t.reason from ledger_transfer t
    where ${within('t.at', day)} and t.phase in (1, 3) and t.kind in (5, 6, 8) and not exists (
      select from (
        select pay_id as transfer_id from paid where pay_id is not null union all select fee_id from paid where fee_id is not null
        union all select back_id from refunded union all select fee_back_id from refunded) e
      where e.transfer_id = t.transfer_id))`,
  sql`stray as materialized (
    select t.ref, t.kind, t.amount, t.reason
    from unexplained t left join lateral (
      select paid_at, refunded_at, fee from sale_order where order_id = substring(t.ref from '^order:(\\d{1,15}):')::bigint offset 0) o on true
    where case t.kind
      when 5 then t.ref !~ '^order:\\d{1,15}:pay$' or o.paid_at is null
      when 6 then t.ref !~ '^order:\\d{1,15}:refund(-fee)?$' or o.refunded_at is null
      else t.ref ~ '^order:' and (t.ref !~ '^order:\\d{1,15}:fee$' or o.paid_at is null or o.fee = 0) end)`,
]

const stray = (kind: number, label: string) => sql`
  select ref as key, ${label}::text || ' ' || ref || ' không có đơn tương ứng: ' || reason as title, amount, null::text as link
  from stray where kind = ${sql.lit(kind)}`

export const salesProof: ProofQuery = {
  facts: () => sql`
    select count(*) as orders, coalesce(sum(amount), 0) as sold, coalesce(sum(taken), 0) as taken,
      coalesce(sum(received), 0) + (select coalesce(sum(amount), 0) from stray where kind = 5) as posted from paid`,
  lines: () => sql`
    select c.category_name || ' · ' || coalesce(v.vendor_name, 'Không rõ nguồn') as name,
      jsonb_build_array(count(*), sum(p.amount), coalesce(sum(p.taken), 0), coalesce(sum(p.received), 0)) as values
    from paid p join category c using (category) left join payment_vendor v using (payment_vendor_id)
    group by c.category, c.category_name, v.position, v.vendor_name order by c.category, v.position`,
  findings: () => [
    sql`select 'order:' || order_id as key, 'Đơn ' || order_id || ' thu ' || amount || ' đ, sổ cái ghi ' || coalesce(received, 0) || ' đ' as title,
        amount - coalesce(received, 0) as amount, ${order_link} as link
      from paid where (taken, received) is distinct from (amount, amount)`,
    stray(5, 'Bút toán bán vé'),
  ],
}

export const reportProof: ProofQuery = {
  facts: salesOfDay,
  findings: () => [],
}

export const refundsProof: ProofQuery = {
  facts: (day) => sql`
    select count(*) as orders, coalesce(sum(total), 0) as given_back, coalesce(sum(returned), 0) as returned,
      coalesce(sum(posted), 0) + (select coalesce(sum(amount), 0) from stray where kind = 6) as posted,
      count(*) filter (where order_day < ${sql.lit(day)}::date) as older_orders,
      coalesce(sum(total) filter (where order_day < ${sql.lit(day)}::date), 0) as older
    from refunded`,
  findings: () => [
    sql`select 'order:' || order_id as key, 'Đơn ' || order_id || ' hoàn ' || total || ' đ, sổ cái trả ' || posted || ' đ' as title,
        total - posted as amount, ${order_link} as link
      from refunded where (returned, posted) is distinct from (total, total)`,
    stray(6, 'Bút toán hoàn tiền'),
  ],
}

export const feesProof: ProofQuery = {
  facts: () => sql`
    select count(*) filter (where fee > 0) as orders, coalesce(sum(fee), 0) as charged,
      coalesce(sum(fee_posted), 0) + (select coalesce(sum(amount), 0) from stray where kind = 8) as posted from paid`,
  findings: () => [
    sql`select 'order:' || order_id as key, 'Đơn ' || order_id || ' có phí ' || fee || ' đ, sổ cái ghi ' || coalesce(fee_posted, 0) || ' đ' as title,
        fee - coalesce(fee_posted, 0) as amount, ${order_link} as link
      from paid where fee <> coalesce(fee_posted, 0)`,
    stray(8, 'Bút toán phí'),
  ],
}

const cashbackOf = (day: string) => sql`
  select p.order_id, p.amount, t.amount as posted, 1 as sign, ':' as part
  from cashback_payment p left join ledger_transfer t on t.ref = 'cashback:' || p.order_id where ${within('p.paid_at', day)}
  union all
  select p.order_id, p.amount, t.amount, -1, ':back'
  from cashback_payment p left join ledger_transfer t on t.ref = 'cashback:' || p.order_id || ':back' where ${within('p.taken_back_at', day)}`

const strayCashback = (day: string) => sql`
  select t.ref, case when t.ref ~ ':back$' then -t.amount else t.amount end as amount
  from ledger_transfer t
  where ${within('t.at', day)} and t.kind = 9 and t.phase in (1, 3) and not exists (
    select from cashback_payment p where p.order_id = substring(t.ref from '^cashback:(\\d{1,15})(:back)?$')::bigint
      and (t.ref !~ ':back$' or p.taken_back_at is not null))`

export const cashbackProof: ProofQuery = {
  facts: (day) => sql`
    select count(*) as payments, coalesce(sum(amount) filter (where sign = 1), 0) as paid, coalesce(sum(amount) filter (where sign = -1), 0) as taken_back,
      coalesce(sum(sign * posted), 0) + (select coalesce(sum(amount), 0) from (${strayCashback(day)}) s) as posted
    from (${cashbackOf(day)}) c`,
  findings: (day) => [
    sql`select 'cashback:' || order_id || part as key, 'Cashback của đơn ' || order_id || ' là ' || amount || ' đ, sổ cái ghi ' || coalesce(posted, 0) || ' đ' as title,
        sign * (amount - coalesce(posted, 0)) as amount, ${order_link} as link
      from (${cashbackOf(day)}) c where posted is distinct from amount`,
    sql`select ref as key, 'Bút toán cashback ' || ref || ' không có khoản cashback' as title, amount, null::text as link from (${strayCashback(day)}) s`,
  ],
}
