/**
 * Proofs of balances: wallets and funds at the start and end of a day, incoming bank lines, and payouts through gateways.
 * unscoped: a proof covers everything
 */
import { sql, type RawBuilder } from 'kysely'
import { depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { payoutStatus } from '#features/wallets/payout/payout.contract.ts'
import { runStatus } from '#features/wallets/reconciliation/reconciliation.contract.ts'
import { lineStatus } from '#features/wallets/statement/statement.contract.ts'
import type { ProofQuery } from './proof-query.server.ts'

const within = (column: string, day: string) =>
  sql<boolean>`${sql.ref(column)} >= ${sql.lit(day)}::date and ${sql.ref(column)} < ${sql.lit(day)}::date + 1`

/** SQL: for each of these accounts (account_id, name, balance) its balance at the start and end of the day, and the sums of its transfers. */
const balancesOf = (accounts: RawBuilder<unknown>, day: string) => sql`
  select a.account_id, a.name, a.balance - coalesce(l.later, 0) as closing, coalesce(d.opening, a.balance - coalesce(l.later, 0)) as opening,
    d.closing as last_entry, coalesce(i.amount, 0) as came, coalesce(o.amount, 0) as went
  from (${accounts}) a
  left join (select account_id, sum(amount) as later from ledger_entry where at >= ${sql.lit(day)}::date + 1 group by 1) l using (account_id)
  left join (
    select account_id, (array_agg(balance_before order by seq))[1] as opening, (array_agg(balance_after order by seq desc))[1] as closing
    from ledger_entry where ${within('at', day)} group by 1) d using (account_id)
  left join (
    select to_account as account_id, sum(amount) as amount from ledger_transfer where ${within('at', day)} and phase in (1, 3) group by 1) i using (account_id)
  left join (
    select from_account as account_id, sum(amount) as amount from ledger_transfer where ${within('at', day)} and phase in (1, 3) group by 1) o using (account_id)`

const balanceFacts = (source: string) => sql`
  select count(*) as accounts, coalesce(sum(opening), 0) as opening, coalesce(sum(came), 0) as came, coalesce(sum(went), 0) as went,
    coalesce(sum(closing), 0) as closing from ${sql.ref(source)}`

const balanceFindings = (source: string, noun: string) => sql`
  select 'account:' || account_id as key, ${noun}::text || ' ' || name || ': đầu ngày ' || opening || ', vào ' || came || ', ra ' || went || ', cuối ngày '
      || closing || ' đ, bút toán cuối ghi ' || coalesce(last_entry, closing) || ' đ' as title,
    opening + came - went - closing as amount, null::text as link
  from ${sql.ref(source)} where opening + came - went <> closing or last_entry <> closing`

export const balanceSources = (day: string) => [
  sql`wallet_day as materialized (${balancesOf(
    sql`select account_id, substr(code, 8) as name, balance from ledger_account where kind = 1`,
    day,
  )})`,
  sql`fund_day as materialized (${balancesOf(
    sql`select l.account_id, f.account_name as name, l.balance from reward_account f join ledger_account l on l.account_id = f.ledger_id`,
    day,
  )})`,
]

export const walletsProof: ProofQuery = {
  facts: () => balanceFacts('wallet_day'),
  lines: (day) => sql`
    select t.kind::text as name, jsonb_build_array(coalesce(sum(t.amount) filter (where g.kind = 1), 0), coalesce(sum(t.amount) filter (where f.kind = 1), 0)) as values
    from ledger_transfer t join ledger_account f on f.account_id = t.from_account join ledger_account g on g.account_id = t.to_account
    where ${within('t.at', day)} and t.phase in (1, 3) and (f.kind = 1 or g.kind = 1) group by t.kind order by t.kind`,
  findings: () => [balanceFindings('wallet_day', 'Ví')],
}

export const fundsProof: ProofQuery = {
  facts: () => balanceFacts('fund_day'),
  lines: () => sql`select name, jsonb_build_array(opening, came, went, closing) as values from fund_day order by name`,
  findings: () => [balanceFindings('fund_day', 'Quỹ')],
}

const { waiting, matched, settled, other } = lineStatus

/** SQL: whether it belongs to the closing of the day: it is of that day, or of an earlier day that was already closed when it came. */
const booked = (isOfDay: RawBuilder<boolean>, day: string) =>
  sql<boolean>`(booked_on is null and ${isOfDay} or booked_on = ${sql.lit(day)}::date)`

/** SQL: credits by the bank's date, with the ledger transfer of each. */
const creditsOf = (day: string) => sql`
  select b.bank_transaction_id, b.reference, b.amount, b.status, b.booked_on, t.amount as posted, p.amount as paid,
    b.status = ${sql.lit(matched)} or b.status = ${sql.lit(settled)} and d.status = ${sql.lit(depositStatus.done)} as is_paid
  from bank_transaction b left join deposit d using (deposit_id)
  left join ledger_transfer t on t.ref = 'statement:' || b.bank_transaction_id
  left join ledger_transfer p on p.ref = 'deposit:' || b.bank_transaction_id
  where ${booked(within('b.at', day), day)} and b.amount > 0`

/** SQL: a credit that has not reached a wallet: nobody has received it, or the second person has not confirmed it. */
const is_waiting = sql<boolean>`(status = ${sql.lit(waiting)} or status = ${sql.lit(settled)} and is_paid is not true)`

export const depositsProof: ProofQuery = {
  facts: (day) => sql`
    select count(*) as lines, count(booked_on) as older_lines, coalesce(sum(amount) filter (where booked_on is not null), 0) as older,
      coalesce(sum(amount), 0) as came, coalesce(sum(posted), 0) as posted, coalesce(sum(paid), 0) as paid,
      coalesce(sum(amount) filter (where status = ${sql.lit(other)}), 0) as other,
      coalesce(sum(amount) filter (where ${is_waiting}), 0) as waiting
    from (${creditsOf(day)}) c`,
  findings: (day) => [
    sql`select 'line:' || bank_transaction_id as key, 'Giao dịch ' || reference || ' ' || amount || ' đ ' || case status when ${sql.lit(waiting)} then 'chưa có người nhận' else 'chờ người thứ hai xác nhận' end as title, amount,
        '/nap-tien-chuyen-khoan?keyword=' || reference as link
      from (${creditsOf(day)}) c where ${is_waiting}`,
    sql`select 'posting:' || bank_transaction_id as key, 'Giao dịch ' || reference || ' ' || amount || ' đ, sổ cái ghi ' || coalesce(posted, 0) || ' đ, vào ví '
          || coalesce(paid, 0) || ' đ' as title, amount - coalesce(case when posted is distinct from amount then posted else paid end, 0) as amount,
        '/nap-tien-chuyen-khoan?keyword=' || reference as link
      from (${creditsOf(day)}) c where posted is distinct from amount or case when is_paid then paid is distinct from amount else paid is not null end`,
  ],
}

const { unsent, sent, paid, failed } = payoutStatus
const gatewayName = (column: string) => sql`(array['Ngân hàng', 'MoMo', 'Viettel Money'])[${sql.ref(column)}]`

/** SQL: payouts that were sent to gateways on the day, with the ledger transfer of each. */
const payoutsOf = (day: string) => sql`
  select p.order_id, p.gateway, ${gatewayName('p.gateway')} as name, p.amount, p.status, coalesce(w.withdrawal_code, r.reward_code) as code, p.withdrawal_id, w.method,
    (select sum(t.amount) from ledger_transfer t where t.ref = any (array[
      'withdrawal:' || w.withdrawal_id || ':' || w.hold_count || ':paid', 'reward:' || r.reward_id || ':' || r.try_count || ':paid'])) as posted
  from payout p left join withdrawal w using (withdrawal_id) left join reward r using (reward_id) where ${within('p.sent_at', day)}`

export const gatewaysProof: ProofQuery = {
  facts: (day) => sql`
    select count(*) as payouts, coalesce(sum(amount), 0) as sent, coalesce(sum(amount) filter (where status = ${sql.lit(paid)}), 0) as paid,
      coalesce(sum(amount) filter (where status = ${sql.lit(failed)}), 0) as failed,
      coalesce(sum(amount) filter (where status in (${sql.lit(unsent)}, ${sql.lit(sent)})), 0) as open,
      coalesce(sum(posted) filter (where status = ${sql.lit(paid)}), 0) as posted,
      (select coalesce(sum(their_amount), 0) from reconciliation where day = ${sql.lit(day)}::date) as theirs,
      (select count(*) from reconciliation where day = ${sql.lit(day)}::date and status in (${sql.lit(runStatus.agrees)}, ${sql.lit(runStatus.differs)})) as runs
    from (${payoutsOf(day)}) p`,
  lines: (day) => sql`
    select ${gatewayName('gateway')} as name, jsonb_build_array(coalesce(o.sent, 0), coalesce(o.paid, 0), coalesce(o.posted, 0), coalesce(p.their_amount, 0), coalesce(o.open, 0)) as values
    from (
      select gateway, sum(amount) as sent, sum(amount) filter (where status = ${sql.lit(paid)}) as paid,
        sum(posted) filter (where status = ${sql.lit(paid)}) as posted, sum(amount) filter (where status in (${sql.lit(unsent)}, ${sql.lit(sent)})) as open
      from (${payoutsOf(day)}) p group by 1) o
    full join (select gateway, their_amount from reconciliation where day = ${sql.lit(day)}::date) p using (gateway)
    order by gateway`,
  findings: (day) => [
    sql`select 'payout:' || order_id as key, name || ' chưa trả lời lệnh chi ' || amount || ' đ của ' || coalesce(code, order_id) as title, amount,
        case when withdrawal_id is null then '/lich-su-tra-thuong?keyword=' || code
          when method = 1 then '/yeu-cau-rut-tien-ve-tknh?keyword=' || code else '/yeu-cau-rut-tien-ve-vi-momo?keyword=' || code end as link
      from (${payoutsOf(day)}) p where status in (${sql.lit(unsent)}, ${sql.lit(sent)})`,
    sql`select 'posting:' || order_id as key, name || ' đã chi ' || amount || ' đ cho ' || coalesce(code, order_id) || ', sổ cái ghi ' || coalesce(posted, 0) || ' đ' as title,
        amount - coalesce(posted, 0) as amount, '/tai-khoan-tra-thuong?tab=reconciliation' as link
      from (${payoutsOf(day)}) p where status = ${sql.lit(paid)} and posted is distinct from amount`,
    sql`select 'run:' || gateway as key, 'Chưa đối soát được với ' || name as title, sum(amount) as amount, '/tai-khoan-tra-thuong?tab=reconciliation' as link
      from (${payoutsOf(day)}) p
      where status = ${sql.lit(paid)} and ${sql.lit(day)}::date < current_date and not exists (
        select from reconciliation r where r.gateway = p.gateway and r.day = ${sql.lit(day)}::date
          and r.status in (${sql.lit(runStatus.agrees)}, ${sql.lit(runStatus.differs)}))
      group by gateway, name`,
    sql`select 'finding:' || f.finding_id as key, case when f.booked_on is null then f.detail else to_char(r.day, '"Ngày "DD/MM/YYYY": "') || f.detail end as title, coalesce(f.their_amount, 0) - coalesce(f.our_amount, 0) as amount,
        '/tai-khoan-tra-thuong?tab=reconciliation' as link
      from reconciliation_finding f join reconciliation r using (reconciliation_id)
      where ${booked(sql<boolean>`r.day = ${sql.lit(day)}::date`, day)} and f.resolved_at is null`,
  ],
}
