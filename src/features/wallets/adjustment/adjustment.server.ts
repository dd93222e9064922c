/** Manual adjustments of balances: each is a transfer between the owner's ledger account and the account of adjustments. */
import { sql } from 'kysely'
import { hold, post, transfer, voidHold } from '#server/ledger/ledger.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import type * as z from 'zod/mini'
import { moneyConfigOf } from '#features/wallets/money-config/money-config.server.ts'
import { adjustmentLedger } from '#features/wallets/money.server.ts'
import { sumAdjustedAlone, type Owner } from '#features/wallets/second-person.server.ts'
import {
  adjustmentDirection,
  adjustmentLife,
  adjustmentStatus,
  type adjustmentFilters,
  type AdjustmentDirection,
  type AdjustmentStatus,
  type Approval,
} from './adjustment.contract.ts'
import { amountProblem, needsSecondPerson, whyNotApprove, whyNotReject } from './adjustment.rules.ts'
import type { Move } from '#contract/lifecycle.ts'
import { inDays } from '#server/record/list.ts'
import { moveLocked } from '#server/record/move.ts'

interface AdjustmentRequest {
  owner: Owner
  /** The number of the wallet or fund. */
  id: number
  ledger_id: number
  /** The available amount, as the owner's list shows it. */
  available: number
  direction: AdjustmentDirection
  amount: number
  reason: string
}

/**
 * Changes a balance at once, or leaves the decision to a second person when the day's adjustments by one person alone reach the limit. While a
 * decrease waits, its money is on hold. The caller has locked the owner's row and checked its status.
 * @returns the adjustment's number
 */
export async function adjust(
  db: Db,
  me: Me,
  request: AdjustmentRequest,
  fail: Fail<'amount_wrong' | 'debt_not_enough'>,
): Promise<number> {
  const { owner, id, ledger_id, direction, amount, reason } = request
  const limits = await moneyConfigOf(db)
  const problem = amountProblem(limits, { ...request, kind: owner === 'account_id' ? 'wallet' : 'fund' })
  if (problem) fail(problem.error, { message: problem.message, fields: { amount: problem.message } })
  const waits = needsSecondPerson(limits, amount + (await sumAdjustedAlone(db, me, request)))
  const { adjustment_id } = await db
    .insertInto('wallet_adjustment')
    .values({
      [owner]: id,
      direction,
      amount,
      reason,
      status: waits ? adjustmentStatus.waiting : adjustmentStatus.done,
      created_by: me.user_id,
    })
    .returning('adjustment_id')
    .executeTakeFirstOrThrow()
  const movement = await movementOf(db, { adjustment_id, ledger_id, direction, amount, reason })
  if (!waits) await transfer(db, movement)
  else if (direction === adjustmentDirection.decrease) await hold(db, movement)
  return adjustment_id
}

/** Locks the adjustment; refuses when the person may not see it, when it is already decided, or when it has changed since they saw it. */
export async function lockAdjustment(
  db: Db,
  me: Me,
  owner: Owner,
  { adjustment_id, version }: z.output<typeof Approval>,
  fail: Fail<'request_not_found' | 'request_finished' | 'changed_by_other'>,
) {
  const adjustment = await db
    .selectFrom('wallet_adjustment as a')
    .leftJoin('wallet_account as w', 'w.account_id', 'a.account_id') // unscoped: joined to an adjustment within the scope
    .leftJoin('reward_account as r', 'r.account_id', 'a.reward_account_id') // unscoped: joined to an adjustment within the scope
    .selectAll('a')
    .select((eb) => eb.fn.coalesce('w.ledger_id', 'r.ledger_id').$notNull().as('ledger_id'))
    .select((eb) => eb.fn.coalesce('w.account_id', 'r.account_id').$notNull().as('owner_id'))
    .$narrowType<{ direction: AdjustmentDirection; status: AdjustmentStatus }>()
    .where('a.adjustment_id', '=', adjustment_id)
    .where(`a.${owner}`, 'is not', null)
    .where(within(me, 'wallet_adjustment', 'a'))
    .forUpdate('a')
    .executeTakeFirst()
  if (!adjustment) return fail('request_not_found')
  const message = whyNotReject(adjustment)
  if (message) fail('request_finished', { message })
  if (adjustment.version !== version) fail('changed_by_other')
  return { ...adjustment, owner }
}
type LockedAdjustment = Awaited<ReturnType<typeof lockAdjustment>>

/** A second person approves: the balance changes. */
export async function approveAdjustment(
  db: Db,
  me: Me,
  adjustment: LockedAdjustment,
  fail: Fail<'no_right'>,
): Promise<void> {
  const message = whyNotApprove(adjustment, me)
  if (message) fail('no_right', { message })
  await decide(db, me, adjustment, adjustmentLife.moves.approve)
  if (adjustment.direction === adjustmentDirection.increase) await transfer(db, await movementOf(db, adjustment))
  else await post(db, { ref: `${refOf(adjustment)}:posted`, hold_ref: refOf(adjustment), reason: adjustment.reason })
}

/** A second person rejects it, or the person who made it withdraws it: money on hold is released. */
export async function rejectAdjustment(db: Db, me: Me, adjustment: LockedAdjustment, reason: string): Promise<void> {
  await decide(db, me, adjustment, adjustmentLife.moves.reject, reason)
  if (adjustment.direction === adjustmentDirection.decrease)
    await voidHold(db, { ref: `${refOf(adjustment)}:released`, hold_ref: refOf(adjustment), reason })
}

async function decide(
  db: Db,
  me: Me,
  { adjustment_id }: LockedAdjustment,
  decision: Move,
  decision_reason: string | null = null,
): Promise<void> {
  const change = { decision_reason, decided_by: me.user_id, decided_at: sql<string>`now()` }
  await moveLocked(db, 'wallet_adjustment', { adjustment_id }, decision, change)
}

const refOf = ({ adjustment_id }: { adjustment_id: number }) => `adjustment:${adjustment_id}`

/** Balances of accounts that stand for money outside are negative in the ledger. */
async function isOutside(db: Db, ledger_id: number): Promise<boolean> {
  const { may_owe } = await db
    .selectFrom('ledger_account')
    .select('may_owe')
    .where('account_id', '=', ledger_id)
    .executeTakeFirstOrThrow()
  return may_owe
}

/** A fund at a gateway is negative in the ledger, so an increase of it moves money in the opposite direction. */
async function movementOf(
  db: Db,
  request: Pick<AdjustmentRequest, 'ledger_id' | 'direction' | 'amount' | 'reason'> & {
    adjustment_id: number
  },
) {
  const { ledger_id, direction, amount, reason } = request
  const kind = direction === adjustmentDirection.increase ? ('increase' as const) : ('decrease' as const)
  const other = await adjustmentLedger(db)
  const flows_in = (kind === 'increase') === !(await isOutside(db, ledger_id))
  return {
    ref: refOf(request),
    kind,
    ...(flows_in ? { from: other, to: ledger_id } : { from: ledger_id, to: other }),
    amount,
    reason,
  }
}

type Filters = z.output<z.ZodMiniObject<typeof adjustmentFilters>> & { keyword?: string | null | undefined }

/**
 * Base query of the adjustments of wallets or of funds in the scope of `me` that match the filters, without columns. The owner's list adds the
 * keyword.
 */
export function adjustmentQuery(db: Db, me: Me, owner: Owner, { status, direction, from_date, to_date }: Filters) {
  return db
    .selectFrom('wallet_adjustment as a')
    .where(within(me, 'wallet_adjustment', 'a'))
    .where(`a.${owner}`, 'is not', null)
    .$if(status != null, (q) => q.where('a.status', '=', status!))
    .$if(direction != null, (q) => q.where('a.direction', '=', direction!))
    .where(inDays('a.created_at', { from_date, to_date }))
}

const adds_up = sql<boolean>`a.status = ${sql.lit(adjustmentStatus.waiting)}
  and a.amount < (select adjustment_second_from from money_config)`

/** Adds the columns that both contracts answer. */
export function selectAdjustment(query: ReturnType<typeof adjustmentQuery>) {
  return query
    .leftJoin('app_user as creator', 'creator.user_id', 'a.created_by') // unscoped: only a name
    .leftJoin('app_user as editor', 'editor.user_id', 'a.decided_by') // unscoped: only a name
    .select([
      'a.adjustment_id',
      'a.adjustment_code',
      'a.direction',
      'a.amount',
      'a.reason',
      'a.status',
      'a.decision_reason',
    ])
    .select(adds_up.as('adds_up'))
    .select(['a.created_by', 'creator.user_name as created_by_name', 'a.created_at'])
    .select(['editor.user_name as decided_by_name', 'a.decided_at', 'a.version'])
    .$narrowType<{ direction: AdjustmentDirection; status: AdjustmentStatus }>()
}
