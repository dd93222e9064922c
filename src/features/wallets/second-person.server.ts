/**
 * When a second person is needed: what one person does alone in a day is added up over all balances, and so is what everybody does alone to one
 * balance, so that many small amounts do not avoid the second person.
 */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'
import { adjustmentStatus, type AdjustmentDirection } from '#features/wallets/adjustment/adjustment.contract.ts'
import { depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { lineProblem, lineStatus } from '#features/wallets/statement/statement.contract.ts'

/** The column of the balance's owner: a wallet or a fund. */
export type Owner = 'account_id' | 'reward_account_id'

/**
 * Locks these sums against changes by this person, and on this balance, until the transaction ends. The person's lock is always taken before the
 * balance's, so that nobody deadlocks.
 */
async function lockSums(db: Db, kind: string, { user_id }: Me, balance: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}:by:${user_id}`}, 0)),
    pg_advisory_xact_lock(hashtextextended(${`${kind}:of:${balance}`}, 0))`.execute(db)
}

/**
 * The larger sum, in đồng, of today's adjustments in this direction without a second person: by this person, or of this balance. Under the lock it
 * stays right until the transaction ends.
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

/** SQL: whether line `t` names request `d`, as `namedDeposit` reads it. A line whose problem is `file` names one request only. */
const names_deposit = sql<boolean>`t.content ~* ('nap[\\s.:_-]{0,3}' || substr(d.content, 4) || '(?!\\d)')`

/** The larger sum, in đồng, of today's deposits that one person alone credited: by this person, or to this wallet. */
export async function sumDepositedAlone(db: Db, me: Me, account_id: number): Promise<number> {
  await lockSums(db, 'deposit', me, String(account_id))
  const matched = await matchedAlone(db, me.user_id, account_id)
  const imported = await importedAlone(db, me.user_id, account_id)
  return Math.max(matched.by_person + imported.by_person, matched.of_wallet + imported.of_wallet)
}

/** The sum, in đồng, of today's deposits that this person alone credited, by hand or by a file; locked until the transaction ends. */
export async function sumDepositedBy(db: Db, user_id: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`deposit:by:${user_id}`}, 0))`.execute(db)
  const matched = await matchedAlone(db, user_id, null)
  const imported = await importedAlone(db, user_id, null)
  return matched.by_person + imported.by_person
}

/** Today's deposits that one person matched by hand. */
function matchedAlone(db: Db, user_id: number, account_id: number | null) {
  return (
    db
      .selectFrom('deposit as d') // unscoped: a limit counts all of them
      .select([
        sql<number>`coalesce(sum(paid_amount) filter (where matched_by = ${user_id}), 0)`.as('by_person'),
        sql<number>`coalesce(sum(paid_amount) filter (where account_id = ${account_id}), 0)`.as('of_wallet'),
      ])
      .where('d.status', '=', depositStatus.done)
      .where('d.finished_at', '>=', sql<string>`current_date`)
      .where('d.matched_by', 'is not', null)
      .where('d.confirmed_by', 'is', null)
      .where(({ or, eb }) => or([eb('d.matched_by', '=', user_id), eb('d.account_id', '=', account_id)]))
      // The person who imported the line counts as the first of two, but only for the request that it names.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('bank_transaction as t') // unscoped: the lines of those deposits
              .select('t.bank_transaction_id')
              .whereRef('t.deposit_id', '=', 'd.deposit_id')
              .where('t.status', '=', lineStatus.settled)
              .where('t.problem', '=', lineProblem.file)
              .where(names_deposit),
          ),
        ),
      )
      .executeTakeFirstOrThrow()
  )
}

/** Today's deposits that a line of an imported file paid at once. A line that the bank reports too has no importer any more. */
function importedAlone(db: Db, user_id: number, account_id: number | null) {
  return db
    .selectFrom('deposit as d') // unscoped: a limit counts all of them
    .innerJoin('bank_transaction as t', 't.deposit_id', 'd.deposit_id')
    .select([
      sql<number>`coalesce(sum(d.paid_amount) filter (where t.created_by = ${user_id}), 0)`.as('by_person'),
      sql<number>`coalesce(sum(d.paid_amount) filter (where d.account_id = ${account_id}), 0)`.as('of_wallet'),
    ])
    .where('d.status', '=', depositStatus.done)
    .where('d.finished_at', '>=', sql<string>`current_date`)
    .where('d.matched_by', 'is', null)
    .where('d.confirmed_by', 'is', null)
    .where('t.status', '=', lineStatus.matched)
    .where('t.created_by', 'is not', null)
    .executeTakeFirstOrThrow()
}
