/** The database part of a reconciliation: our payouts of a day, and the findings. */
import { sql } from 'kysely'
import { moneyText } from '#contract/text/money-text.ts'
import type { Enqueue } from '#server/jobs/jobs.ts'
import type { Db } from '#server/database/transaction.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import { storableText } from '#server/gateways/storable-text.ts'
import { fundLedger, gatewayNumber } from '#features/wallets/money.server.ts'
import { payJob, payoutStatus } from '#features/wallets/payout/payout.contract.ts'
import { findingKind, runStatus } from './reconciliation.contract.ts'
import type { ComparisonResult, Difference, OurPayout } from './reconciliation.rules.ts'

export const run_job = 'reconciliation.run'

/** The day of one gateway that a run reconciles. */
export interface Run {
  reconciliation_id: number
  gateway: GatewayName
  day: string
}

interface NewRun {
  gateway: GatewayName
  day: string
  /** Null where the scheduled job started it. */
  started_by: number | null
}

/** @returns the run's number; null when the day is already being reconciled */
export async function beginRun(db: Db, enqueue: Enqueue, { gateway, day, started_by }: NewRun): Promise<number | null> {
  const newRun = {
    status: runStatus.running,
    reason: null,
    started_by,
    started_at: sql<string>`now()`,
    finished_at: null,
  }
  const started = await db
    .insertInto('reconciliation')
    .values({ gateway: gatewayNumber[gateway], day, ...newRun })
    .onConflict((conflict) =>
      conflict
        .columns(['gateway', 'day'])
        .doUpdateSet({ ...newRun, version: sql<number>`reconciliation.version + 1` })
        .where('reconciliation.status', '<>', runStatus.running),
    )
    .returning('reconciliation_id') // unscoped: of the requested day
    .executeTakeFirst()
  if (!started) return null
  const { reconciliation_id } = started
  const run: Run = { reconciliation_id, gateway, day }
  await enqueue(db, run_job, run, String(reconciliation_id))
  return reconciliation_id
}

/** Our payouts of the day, and those that the gateway's list names. `fetched_at` is when that list was fetched. */
export async function payoutsOf(
  db: Db,
  { gateway, day }: Run,
  listed: readonly string[],
  fetched_at: string,
): Promise<OurPayout[]> {
  const { paid, failed } = payoutStatus
  const { rows } = await sql<OurPayout>`
    select p.order_id, p.withdrawal_id, p.amount,
      case p.gateway when ${sql.lit(gatewayNumber.bank)} then b.bin || '/' || coalesce(w.account_number, r.account_number)
        else coalesce(w.account_number, r.msisdn) end as account,
      case p.status when ${sql.lit(paid)} then 'paid' when ${sql.lit(failed)} then 'failed' else 'open' end as status,
      coalesce(p.sent_at, p.created_at)::date as from_day, coalesce(p.answered_at, now())::date as to_day,
      p.status = ${sql.lit(paid)} and coalesce(p.answered_at, p.sent_at) < ${fetched_at}::timestamptz as is_expected
    from payout p left join withdrawal w using (withdrawal_id) left join reward r using (reward_id) -- unscoped: the program's own work
    left join bank b on b.bank_id = coalesce(w.bank_id, r.bank_id)
    where p.gateway = ${gatewayNumber[gateway]}::smallint
      and (p.sent_at >= ${day}::date and p.sent_at < ${day}::date + 1 or p.order_id = any (${listed}::text[]))`.execute(
    db,
  )
  return rows
}

/** Payouts of the day whose amount differs from the ledger's transfer out of the fund, and transfers without a payout. */
async function ledgerDifferences(db: Db, { gateway, day }: Run): Promise<Difference[]> {
  const fund = await fundLedger(db, gateway)
  const { rows } = await sql<Omit<Difference, 'kind' | 'detail'>>`
    with paid as (
      select p.order_id, p.withdrawal_id, p.amount, coalesce('withdrawal:' || w.withdrawal_id || ':' || w.hold_count,
        'reward:' || r.reward_id || ':' || r.try_count) || ':paid' as ref
      from payout p left join withdrawal w using (withdrawal_id) left join reward r using (reward_id) -- unscoped: the program's own work
      where p.gateway = ${gatewayNumber[gateway]}::smallint and p.status = ${sql.lit(payoutStatus.paid)}
        and p.sent_at >= ${day}::date and p.sent_at < ${day}::date + 1),
    posted as (
      select t.ref, e.amount, case when t.ref ~ '^withdrawal:\\d{1,9}:' then split_part(t.ref, ':', 2)::integer end as withdrawal_id,
        case when t.ref ~ '^reward:\\d{1,9}:' then split_part(t.ref, ':', 2)::integer end as reward_id
      from ledger_entry e join ledger_transfer t using (transfer_id)
      where e.account_id = ${fund} and e.amount > 0 and t.ref ~ '^(withdrawal|reward):' and e.at >= ${day}::date and e.at < ${day}::date + 1)
    select paid.order_id, null::text as trans_id, paid.withdrawal_id, paid.amount as our_amount, t.amount as their_amount
      from paid left join ledger_transfer t on t.ref = paid.ref and t.to_account = ${fund}
      where t.amount is distinct from paid.amount
    union all
    select posted.ref, null, null, null, posted.amount from posted
      -- Two conditions, each of which can be answered by a hash: a day may have tens of thousands.
      where not exists (select from payout p -- unscoped: the program's own work
          where p.withdrawal_id = posted.withdrawal_id and p.status = ${sql.lit(payoutStatus.paid)})
        and not exists (select from payout p where p.reward_id = posted.reward_id and p.status = ${sql.lit(payoutStatus.paid)})`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, kind: findingKind.amount, detail: detailOf(row) }))
}

function detailOf({ our_amount, their_amount }: Pick<Difference, 'our_amount' | 'their_amount'>): string {
  if (our_amount === null) return `Sổ cái ghi đã chi ${moneyText(their_amount!)} mà không có lệnh chi nào.`
  if (their_amount === null) return `Lệnh chi ${moneyText(our_amount)} chưa được ghi vào sổ cái.`
  return `Lệnh chi ${moneyText(our_amount)}, sổ cái ghi ${moneyText(their_amount)}.`
}

/** Writes the findings and ends the run. Payouts that are still open here are queried again. */
export async function endRun(
  db: Db,
  enqueue: Enqueue,
  run: Run,
  { differences, theirs, ours }: ComparisonResult,
): Promise<void> {
  const findings = bounded([...differences, ...(await ledgerDifferences(db, run))])
  await saveFindings(db, run, findings)
  await db
    .updateTable('reconciliation') // unscoped: the program's own work
    .set({
      status: findings.length === 0 ? runStatus.agrees : runStatus.differs,
      their_count: theirs.count,
      their_amount: theirs.amount,
      our_count: ours.count,
      our_amount: ours.amount,
      finding_count: findings.length,
      reason: null,
      finished_at: sql<string>`clock_timestamp()`,
      version: sql<number>`version + 1`,
    })
    .where('reconciliation_id', '=', run.reconciliation_id)
    .execute()
  const unsettled = differences.filter(({ kind }) => kind === findingKind.state).map(({ order_id }) => order_id)
  const open = await db
    .selectFrom('payout') // unscoped: the program's own work
    .select(['withdrawal_id', 'reward_id'])
    .where('order_id', '=', sql<string>`any (${unsettled}::text[])`)
    .where('status', 'in', [payoutStatus.unsent, payoutStatus.sent])
    .execute()
  for (const { withdrawal_id, reward_id } of open)
    if (withdrawal_id !== null) await enqueue(db, payJob.withdrawal, { withdrawal_id }, String(withdrawal_id))
    else await enqueue(db, payJob.reward, { reward_id }, String(reward_id))
}

/** Marks the run as failed: staff see it, and the job is retried. */
export async function failRun(db: Db, { reconciliation_id }: Run, reason: string): Promise<void> {
  await db
    .updateTable('reconciliation') // unscoped: the program's own work
    .set({
      status: runStatus.unanswered,
      reason: reason.slice(0, 500),
      finished_at: sql<string>`clock_timestamp()`,
      version: sql<number>`version + 1`,
    })
    .where('reconciliation_id', '=', reconciliation_id)
    .execute()
}

const batch_size = 5_000

/** Replaces the findings of the day; one that is found again keeps its conclusion. */
async function saveFindings(db: Db, { reconciliation_id }: Run, findings: readonly Difference[]): Promise<void> {
  const keys = findings.map(({ kind, order_id, trans_id }) => ({ kind, order_id, trans_id }))
  await sql`delete from reconciliation_finding f -- unscoped: the program's own work
    where f.reconciliation_id = ${reconciliation_id} and (f.kind, f.order_id, coalesce(f.trans_id, '')) not in (
      select kind, order_id, coalesce(trans_id, '')
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) x (kind smallint, order_id text, trans_id text))`.execute(
    db,
  )
  for (let from = 0; from < findings.length; from += batch_size) {
    const chunk = findings.slice(from, from + batch_size)
    await sql`insert into reconciliation_finding -- unscoped: the program's own work
        (reconciliation_id, kind, order_id, trans_id, withdrawal_id, our_amount, their_amount, detail, reward_id)
      select ${reconciliation_id}::integer, x.*, (select p.reward_id from payout p where p.order_id = x.order_id) from jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb)
        x (kind smallint, order_id text, trans_id text, withdrawal_id integer, our_amount bigint, their_amount bigint, detail text)
      on conflict on constraint reconciliation_finding_once do update
        set withdrawal_id = excluded.withdrawal_id, our_amount = excluded.our_amount, their_amount = excluded.their_amount,
          detail = excluded.detail, resolution = null, resolved_by = null, resolved_at = null,
          version = reconciliation_finding.version + 1,
          -- One that was resolved is found anew: where its day is closed by now, it stands on the closing of today.
          booked_on = case when reconciliation_finding.resolved_at is null then reconciliation_finding.booked_on else excluded.booked_on end
        where (reconciliation_finding.our_amount, reconciliation_finding.their_amount, reconciliation_finding.detail)
          is distinct from (excluded.our_amount, excluded.their_amount, excluded.detail)`.execute(db)
  }
}

/** Each finding once, its texts cut to what is kept. */
function bounded(differences: readonly Difference[]): Difference[] {
  const findings = new Map<string, Difference>()
  for (const difference of differences) {
    const order_id = storableText(difference.order_id, 100)
    const trans_id = difference.trans_id === null ? null : storableText(difference.trans_id, 100)
    findings.set(`${difference.kind} ${order_id} ${trans_id}`, {
      ...difference,
      order_id,
      trans_id,
      detail: storableText(difference.detail, 1000),
    })
  }
  return [...findings.values()]
}
