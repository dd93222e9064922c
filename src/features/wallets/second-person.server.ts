/**
 * What one person does alone in a day counts together, over all balances, and so does what everybody did alone to one
 * balance: many small amounts are no way around the second person.
 */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'
import { adjustmentStatus, type AdjustmentDirection } from '#features/wallets/adjustment/adjustment.contract.ts'
import { depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { lineProblem, lineStatus } from '#features/wallets/statement/statement.contract.ts'

/** The column that names whose balance it is: a wallet's or a fund's. */
export type Owner = 'account_id' | 'reward_account_id'

/**
 * Until the transaction ends neither this person nor anybody on this balance adds to the sums of this kind. The person's
 * lock is always taken first, and one balance after it, so that nobody waits in a circle.
 */
async function lockSums(db: Db, kind: string, { user_id }: Me, balance: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:by:${user_id}`}, 0)),
    pg_advisory_xact_lock(hashtextextended(${`${kind}:of:${balance}`}, 0))`.execute(db)
}

/**
 * In đồng: today's adjustments in this direction that nobody else decided on, by this person or of this balance,
 * whichever is more. It stays right until the transaction ends.
 */
export async function sumAdjustedAlone(
  db: Db,
  me: Me,
  { owner, id, direction }: { owner: Owner; id: number; direction: AdjustmentDirection },
): Promise<number> {
  await lockSums(db, 'adjustment', me, `${owner}:${id}`)
  const { total } = await db
    .selectFrom('wallet_adjustment') // unscoped: a limit counts all of them
    .select(
      sql<number>`greatest(coalesce(sum(amount) filter (where created_by = ${me.user_id}), 0),
        coalesce(sum(amount) filter (where ${sql.ref(owner)} = ${id}), 0))`.as('total'),
    )
    .where('direction', '=', direction)
    .where('created_at', '>=', sql<string>`current_date`)
    .where('status', '=', adjustmentStatus.done)
    .where('decided_by', 'is', null)
    .where(({ or, eb }) => or([eb('created_by', '=', me.user_id), eb(owner, '=', id)]))
    .executeTakeFirstOrThrow()
  return total
}

/** In đồng: today's deposits that one person alone put into a wallet, by this person or into this wallet. */
export async function sumDepositedAlone(db: Db, me: Me, account_id: number): Promise<number> {
  await lockSums(db, 'deposit', me, String(account_id))
  const { total } = await db
    .selectFrom('deposit as d') // unscoped: a limit counts all of them
    .select(
      sql<number>`greatest(coalesce(sum(paid_amount) filter (where matched_by = ${me.user_id}), 0),
        coalesce(sum(paid_amount) filter (where account_id = ${account_id}), 0))`.as('total'),
    )
    .where('d.status', '=', depositStatus.done)
    .where('d.finished_at', '>=', sql<string>`current_date`)
    .where('d.matched_by', 'is not', null)
    .where('d.confirmed_by', 'is', null)
    .where(({ or, eb }) => or([eb('d.matched_by', '=', me.user_id), eb('d.account_id', '=', account_id)]))
    // Whoever imported the line was the first person.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_transaction as t') // unscoped: the lines of those deposits
            .select('t.bank_transaction_id')
            .whereRef('t.deposit_id', '=', 'd.deposit_id')
            .where('t.status', '=', lineStatus.settled)
            .where('t.problem', '=', lineProblem.file),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return total
}
