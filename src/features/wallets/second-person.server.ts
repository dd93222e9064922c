/**
 * When a second person is needed: what one person does alone in a day is added up over all balances, and so is what everybody does alone to one
 * balance, so that many small amounts do not avoid the second person.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'
import { adjustmentStatus, type AdjustmentDirection } from '#features/wallets/adjustment/adjustment.contract.ts'
import { depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { lineProblem, lineStatus } from '#features/wallets/statement/statement.contract.ts'

/** The column of the balance's owner: a wallet or a fund. */
export type Owner = 'account_id' | 'reward_account_id'

/**
 * Locks these sums against changes by this person, and on these balances, until the transaction ends. The person's lock is always taken before the
 * balances', and these in order, so that nobody deadlocks.
 */
async function lockSums(
  db: Db,
  kind: string,
  { user_id }: Pick<Me, 'user_id'>,
  balances: readonly string[],
): Promise<void> {
  const keys = [`${kind}:by:${user_id}`, ...balances.map((balance) => `${kind}:of:${balance}`).toSorted()]
  await sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${keys}::text[]) key`.execute(db)
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
  await lockSums(db, 'adjustment', me, [`${owner}:${id}`])
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
  const { by_person, of_wallets } = await sumsDepositedAlone(db, me, [account_id])
  return Math.max(by_person, of_wallets.get(account_id) ?? 0)
}

/**
 * The sums, in đồng, of today's deposits that one person alone credited, by hand or by a file: by this person to all wallets, and by everybody to each
 * of these wallets. Locked until the transaction ends.
 */
export async function sumsDepositedAlone(
  db: Db,
  me: Pick<Me, 'user_id'>,
  account_ids: readonly number[],
): Promise<{ by_person: number; of_wallets: Map<number, number> }> {
  const ids = [...new Set(account_ids)]
  await lockSums(db, 'deposit', me, ids.map(String))
  let by_person = 0
  const of_wallets = new Map<number, number>()
  for (const alone of [matchedAlone, importedAlone])
    for (const { account_id, ...sums } of await alone(db, me.user_id, ids)) {
      by_person += sums.by_person
      of_wallets.set(account_id, (of_wallets.get(account_id) ?? 0) + sums.of_wallet)
    }
  return { by_person, of_wallets }
}

/** Today's deposits that one person matched by hand, by wallet: those of this person, and all to these wallets. */
function matchedAlone(db: Db, user_id: number, account_ids: readonly number[]) {
  return (
    sumsByWallet(db, sql.ref('d.matched_by'), user_id)
      .where('d.matched_by', 'is not', null)
      .where(({ or, eb }) => or([eb('d.matched_by', '=', user_id), eb('d.account_id', '=', anyOf(account_ids))]))
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
      .execute()
  )
}

/** The same of those that a line of an imported file paid at once. A line that the bank reports too has no importer any more. */
function importedAlone(db: Db, user_id: number, account_ids: readonly number[]) {
  return sumsByWallet(db, sql.ref('t.created_by'), user_id)
    .innerJoin('bank_transaction as t', 't.deposit_id', 'd.deposit_id') // unscoped: the lines of those deposits
    .where('d.matched_by', 'is', null)
    .where('t.status', '=', lineStatus.matched)
    .where('t.created_by', 'is not', null)
    .where(({ or, eb }) => or([eb('t.created_by', '=', user_id), eb('d.account_id', '=', anyOf(account_ids))]))
    .execute()
}

const anyOf = (ids: readonly number[]) => sql<number>`any (${ids}::integer[])`

/** Today's completed deposits that no second person confirmed: for each wallet the sum of one person and that of all. */
function sumsByWallet(db: Db, person: RawBuilder<unknown>, user_id: number) {
  return db
    .selectFrom('deposit as d') // unscoped: a limit counts all of them
    .select('d.account_id')
    .select(sql<number>`coalesce(sum(d.paid_amount) filter (where ${person} = ${user_id}), 0)`.as('by_person'))
    .select(sql<number>`coalesce(sum(d.paid_amount), 0)`.as('of_wallet'))
    .where('d.status', '=', depositStatus.done)
    .where('d.finished_at', '>=', sql<string>`current_date`)
    .where('d.confirmed_by', 'is', null)
    .groupBy('d.account_id')
}
