/** When a second person is needed before cashback is paid from a budget, and the requests that wait for one. Called under `lockCashback`. */
import { sql } from 'kysely'
import { whyNot } from '#contract/lifecycle.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import type { CashbackRow } from './cashback.contract.ts'
import { cashbackRequestLife, cashbackRequestStatus, type CashbackRequestRow } from './cashback-request.contract.ts'

interface Rise {
  /** Null for a new programme. */
  cashback_id: number | null
  old_budget: number
  new_budget: number
}

/**
 * Whether a second person is needed: from the limit of one person's adjustments on, for the budget itself, and for what one person alone adds to
 * budgets in a day or all people alone add to this one, so that many small rises do not avoid the second person.
 */
export async function needsSecondPerson(
  db: Db,
  me: Me,
  { cashback_id, old_budget, new_budget }: Rise,
): Promise<boolean> {
  const { rows } = await sql<{ alone: number; second_from: number }>`
    select (select adjustment_second_from from money_config) as second_from, greatest(coalesce(sum(new_budget - old_budget) filter (where created_by = ${me.user_id}), 0),
      coalesce(sum(new_budget - old_budget) filter (where cashback_id = ${cashback_id}), 0))::bigint as alone
    from cashback_request
    where created_at >= current_date and status = ${cashbackRequestStatus.done} and decided_by is null
      and (created_by = ${me.user_id} or cashback_id = ${cashback_id})`.execute(db)
  const { alone, second_from } = rows[0]!
  return new_budget >= second_from || alone + new_budget - old_budget >= second_from
}

/** Records a rise of a budget: waiting for a second person, or made by one alone, which counts for the day's sum. */
export async function recordRise(
  db: Db,
  me: Me,
  { cashback_id, old_budget, new_budget }: Rise & { cashback_id: number },
  state: 'waiting' | 'done',
): Promise<void> {
  const status = cashbackRequestStatus[state]
  await sql`insert into cashback_request (cashback_id, old_budget, new_budget, status, makers, created_by)
    values (${cashback_id}, ${old_budget}, ${new_budget}, ${status}, array[${me.user_id}::integer], ${me.user_id})`.execute(
    db,
  )
}

/** Whoever changes a programme that waits does not approve it either. */
export async function amendRequest(
  db: Db,
  me: Me,
  { cashback_request_id }: CashbackRequestRow,
  new_budget: number,
): Promise<void> {
  await sql`update cashback_request set new_budget = ${new_budget}, version = version + 1,
      makers = case when ${me.user_id} = any (makers) then makers else makers || ${me.user_id}::integer end
    where cashback_request_id = ${cashback_request_id}`.execute(db)
}

type Decision = 'approve' | 'reject'

/** Approves what waits, rejects or withdraws it; gives the request. */
export async function decideRequest(
  db: Db,
  me: Me,
  { waiting }: Pick<CashbackRow, 'waiting'>,
  decision: Decision,
  fail: Fail<'request_finished' | 'no_right'>,
  decision_reason: string | null = null,
): Promise<CashbackRequestRow> {
  if (!waiting) return fail('request_finished', { message: 'Không còn gì chờ duyệt.' })
  const refusal = whyNot(cashbackRequestLife.moves[decision], waiting, decision === 'approve' ? me : null)
  if (refusal) fail(refusal.error as 'no_right', { message: refusal.message })
  await closeRequest(db, me, waiting, decision, decision_reason)
  return waiting
}

/** Makes the move, which the caller knows to be possible. */
export async function closeRequest(
  db: Db,
  me: Me,
  { cashback_request_id }: CashbackRequestRow,
  decision: Decision,
  decision_reason: string | null,
): Promise<void> {
  const change = { decided_by: me.user_id, decided_at: clock_now, decision_reason }
  await moveLocked(db, 'cashback_request', { cashback_request_id }, cashbackRequestLife.moves[decision], change)
}
