/**
 * The fingerprints by which live screens notice what waits for people in this area: each changes when one of its rows does.
 * unscoped: only a hash leaves the server.
 */
import { sql } from 'kysely'
import { fingerprintOf, type Fingerprint } from '#server/live/live.ts'
import { adjustmentStatus } from './adjustment/adjustment.contract.ts'
import { depositStatus } from './deposit/deposit.contract.ts'
import { lineStatus } from './statement/statement.contract.ts'
import { withdrawalStatus } from './withdrawal/withdrawal.contract.ts'

/** Adjustments of wallets and of funds that wait for a second person. */
export const adjustmentsFingerprint = fingerprintOf(
  sql`select adjustment_id, version from wallet_adjustment where status = ${sql.lit(adjustmentStatus.waiting)}`,
)

/** Statement lines that wait for a person, and matched deposits that wait for a second one. */
export const depositsFingerprint = fingerprintOf(sql`
  select bank_transaction_id, version from bank_transaction where status = ${sql.lit(lineStatus.waiting)}
  union all
  select deposit_id, version from deposit where status = ${sql.lit(depositStatus.matched)}`)

const { waiting, processing, cancelling, unknown } = withdrawalStatus

/** Withdrawals that are neither done nor rejected nor cancelled. */
export const withdrawalsFingerprint = fingerprintOf(sql`
  select withdrawal_id, version from withdrawal
  where status in (${sql.lit(waiting)}, ${sql.lit(processing)}, ${sql.lit(cancelling)}, ${sql.lit(unknown)})`)

/** Which funds are low, by the same rule as their list, and the findings of reconciliations without a conclusion. */
export const funds_fingerprint: Fingerprint = sql`
  select coalesce(string_agg(f.account_id || ':' || f.version || ':' || coalesce(f.is_low, false), ' ' order by f.account_id), '') || '/' || (
    select count(*) || '/' || coalesce(sum(finding_id), 0) from reconciliation_finding where resolved_at is null)
  from (
    select f.account_id, f.version,
      least(case when f.gateway is null then l.balance else -l.balance end, f.reported_balance)
        - case when f.gateway is null then l.held else coalesce(w.promised, 0) end < f.warn_below as is_low
    from reward_account f join ledger_account l on l.account_id = f.ledger_id
    left join (
      select method, sum(amount) as promised from withdrawal
      where status in (${sql.lit(waiting)}, ${sql.lit(processing)}, ${sql.lit(unknown)})
      group by method) w on w.method = f.gateway) f`
