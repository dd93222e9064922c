import { sql } from 'kysely'
import type { Fingerprint } from '#server/live.ts'
import { withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'

const { waiting, processing, unknown } = withdrawalStatus

/** Which funds run out, as their list tells it, and what reconciliations have found that nobody has explained. */
export const fundsFingerprint: Fingerprint = sql`
  select coalesce(string_agg(f.account_id || ':' || f.version || ':' || coalesce(f.is_low, false), ' ' order by f.account_id), '') || '/' || (
    select count(*) || '/' || coalesce(sum(finding_id), 0) from reconciliation_finding where resolved_at is null)
  from (
    select f.account_id, f.version, least(-l.balance, f.told_balance) - coalesce(w.promised, 0) < f.warn_below as is_low
    from reward_account f join ledger_account l on l.account_id = f.ledger_id
    left join (
      select method, sum(amount) as promised from withdrawal
      where status in (${sql.lit(waiting)}, ${sql.lit(processing)}, ${sql.lit(unknown)}) group by method) w on w.method = f.gateway) f`
