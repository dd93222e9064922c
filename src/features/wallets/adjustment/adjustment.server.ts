/** Changes of balances by hand. Every one is a transfer between the owner's ledger account and that of adjustments. */
import { sql } from 'kysely'
import { hold, post, transfer, voidHold } from '#server/ledger/ledger.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import type * as z from 'zod/mini'
import { moneyConfigOf } from '#features/wallets/money-config/money-config.server.ts'
import { adjustmentLedger } from '#features/wallets/money.server.ts'
import {
  adjustmentDirection,
  adjustmentLife,
  adjustmentStatus,
  type adjustmentFilters,
  type AdjustmentDirection,
  type AdjustmentStatus,
  type Approval,
} from './adjustment.contract.ts'
import { amountProblem, needsSecond, whyNotApprove, whyNotReject } from './adjustment.rules.ts'

/** Whose balance it is: the column that names the owner. */
export type Owner = 'account_id' | 'reward_account_id'

interface Wish {
  owner: Owner
  /** The owner's number. */
  id: number
  ledger_id: number
  /** What can be taken now, as the owner's list shows it. */
  available: number
  direction: AdjustmentDirection
  amount: number
  reason: string
}

/**
 * Changes a balance at once; or, when it comes to the configured amount within a day, asks for a second person, and what shall be taken from a wallet is on hold
 * until then. The caller has locked the owner's row and knows that it may be changed.
 * @returns the adjustment's number.
 */
export async function adjust(
  db: Db,
  me: Me,
  wish: Wish,
  fail: Fail<'amount_wrong' | 'debt_not_enough'>,
): Promise<number> {
  const { owner, id, ledger_id, direction, amount, reason } = wish
  const limits = await moneyConfigOf(db)
  const problem = amountProblem(limits, { ...wish, of: owner === 'account_id' ? 'wallet' : 'fund' })
  if (problem) fail(problem.error, { message: problem.message, fields: { amount: problem.message } })
  // Whoever set the limits last does not act alone under them.
  const waits = limits.updated_by === me.user_id || needsSecond(limits, amount + (await doneAlone(db, me, wish)))
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
  const movement = await movementOf(db, { adjustment_id, owner, ledger_id, direction, amount, reason })
  if (!waits) await transfer(db, movement)
  else if (direction === adjustmentDirection.decrease) await hold(db, movement)
  return adjustment_id
}

/** What this person has changed of this balance today the same way without a second one: a large change in many small ones is a large one. */
async function doneAlone(db: Db, me: Me, { owner, id, direction }: Wish): Promise<number> {
  const { total } = await db
    .selectFrom('wallet_adjustment') // unscoped: of the caller's own balance
    .select(sql<number>`coalesce(sum(amount), 0)`.as('total'))
    .where(owner, '=', id)
    .where('direction', '=', direction)
    .where('created_by', '=', me.user_id)
    .where('created_at', '>=', sql<string>`current_date`)
    .where('status', '=', adjustmentStatus.done)
    .where('decided_by', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}

/** The adjustment, locked; refused when the person does not see it, when it is decided, or when it is not the one that they saw. */
export async function holdAdjustment(
  db: Db,
  me: Me,
  owner: Owner,
  { adjustment_id, version }: z.output<typeof Approval>,
  fail: Fail<'request_not_found' | 'request_finished' | 'changed_by_other'>,
) {
  const held = await db
    .selectFrom('wallet_adjustment as a')
    .leftJoin('wallet_account as w', 'w.account_id', 'a.account_id') // unscoped: of an adjustment within the scope
    .leftJoin('reward_account as r', 'r.account_id', 'a.reward_account_id') // unscoped: of an adjustment within the scope
    .selectAll('a')
    .select((eb) => eb.fn.coalesce('w.ledger_id', 'r.ledger_id').$notNull().as('ledger_id'))
    .select((eb) => eb.fn.coalesce('w.account_id', 'r.account_id').$notNull().as('owner_id'))
    .$narrowType<{ direction: AdjustmentDirection; status: AdjustmentStatus }>()
    .where('a.adjustment_id', '=', adjustment_id)
    .where(`a.${owner}`, 'is not', null)
    .where(within(me, 'wallet_adjustment', 'a'))
    .forUpdate('a')
    .executeTakeFirst()
  if (!held) return fail('request_not_found')
  const decided = whyNotReject(held)
  if (decided) fail('request_finished', { message: decided })
  if (held.version !== version) fail('changed_by_other')
  return { ...held, owner }
}
type Held = Awaited<ReturnType<typeof holdAdjustment>>

/** A second person lets it happen. */
export async function approveAdjustment(db: Db, me: Me, held: Held, fail: Fail<'no_right'>): Promise<void> {
  const own = whyNotApprove(held, me.user_id)
  if (own) fail('no_right', { message: own })
  await decide(db, me, held, { status: adjustmentLife.approve.to })
  if (held.direction === adjustmentDirection.increase) await transfer(db, await movementOf(db, held))
  else await post(db, { ref: `${refOf(held)}:posted`, hold_ref: refOf(held), reason: held.reason })
}

/** It shall not happen: a second person says so, or whoever made it takes it back. */
export async function rejectAdjustment(db: Db, me: Me, held: Held, reason: string): Promise<void> {
  await decide(db, me, held, { status: adjustmentLife.reject.to, decision_reason: reason })
  if (held.direction === adjustmentDirection.decrease)
    await voidHold(db, { ref: `${refOf(held)}:released`, hold_ref: refOf(held), reason })
}

async function decide(
  db: Db,
  me: Me,
  { adjustment_id }: Held,
  decision: { status: AdjustmentStatus; decision_reason?: string },
): Promise<void> {
  await db
    .updateTable('wallet_adjustment') // unscoped: the caller holds it
    .set({ ...decision, decided_by: me.user_id, decided_at: sql`now()`, version: sql<number>`version + 1` })
    .where('adjustment_id', '=', adjustment_id)
    .execute()
}

const refOf = ({ adjustment_id }: { adjustment_id: number }) => `adjustment:${adjustment_id}`

/** What a fund holds is outside and stands below zero in the ledger, so that more of it goes the other way. */
async function movementOf(
  db: Db,
  wish: Pick<Wish, 'owner' | 'ledger_id' | 'direction' | 'amount' | 'reason'> & { adjustment_id: number },
) {
  const { owner, ledger_id, direction, amount, reason } = wish
  const kind = direction === adjustmentDirection.increase ? ('increase' as const) : ('decrease' as const)
  const other = await adjustmentLedger(db)
  const comes_in = (kind === 'increase') === (owner === 'account_id')
  return {
    ref: refOf(wish),
    kind,
    ...(comes_in ? { from: other, to: ledger_id } : { from: ledger_id, to: other }),
    amount,
    reason,
  }
}

type Filters = z.output<z.ZodMiniObject<typeof adjustmentFilters>> & { keyword?: string | null | undefined }

/** The adjustments of wallets or of funds that `me` may see and that the filters match, without columns; keywords are for the owner too. */
export function matchingAdjustments(db: Db, me: Me, owner: Owner, { status, direction, from_date, to_date }: Filters) {
  return db
    .selectFrom('wallet_adjustment as a')
    .where(within(me, 'wallet_adjustment', 'a'))
    .where(`a.${owner}`, 'is not', null)
    .$if(status != null, (q) => q.where('a.status', '=', status!))
    .$if(direction != null, (q) => q.where('a.direction', '=', direction!))
    .$if(from_date != null, (q) => q.where('a.created_at', '>=', sql<string>`${from_date}::date`))
    .$if(to_date != null, (q) => q.where('a.created_at', '<', sql<string>`${to_date}::date + 1`))
}

/** Adjustments as the contract's common fields answer them. */
export function shownAdjustments(query: ReturnType<typeof matchingAdjustments>) {
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
    .select(['a.created_by', 'creator.user_name as created_by_name', 'a.created_at'])
    .select(['editor.user_name as decided_by_name', 'a.decided_at', 'a.version'])
    .$narrowType<{ direction: AdjustmentDirection; status: AdjustmentStatus }>()
}
