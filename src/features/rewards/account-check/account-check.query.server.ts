import { sql } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { accountStatus, checkStatus, type AccountStatus, type CheckStatus } from './account-check.contract.ts'

/** The batches within the scope of `me`, with the contract's columns. */
export function selectChecks(db: Db, me: Me) {
  return db
    .selectFrom('account_check as c')
    .leftJoin('app_user as creator', 'creator.user_id', 'c.created_by')
    .where(within(me, 'account_check', 'c'))
    .select(['c.batch_id', 'c.batch_code', 'c.name', 'c.status', 'c.item_count', 'c.waiting_count', 'c.match_count'])
    .select(['c.mismatch_count', 'c.absent_count', 'c.error_count', 'creator.user_name as created_by_name'])
    .select(['c.created_at', 'c.finished_at', 'c.version'])
    .$narrowType<{ status: CheckStatus }>()
}

export const findCheck = (db: Db, me: Me, batch_id: number) =>
  selectChecks(db, me).where('c.batch_id', '=', batch_id).modifyEnd(one_plan).executeTakeFirst()

/** The accounts within the scope of `me`. */
export function selectItems(db: Db, me: Me) {
  return db
    .selectFrom('account_check_item as i')
    .where(within(me, 'account_check_item', 'i'))
    .select(['i.item_id', 'i.batch_id', 'i.msisdn', 'i.cust_name', 'i.account_name', 'i.status', 'i.result_code'])
    .select(['i.result_message', 'i.tries', 'i.next_try_at', 'i.checked_at', 'i.version'])
    .$narrowType<{ status: AccountStatus }>()
}

export const findItem = (db: Db, me: Me, item_id: number) =>
  selectItems(db, me).where('i.item_id', '=', item_id).modifyEnd(one_plan).executeTakeFirst()

/**
 * Updates the counts and status of a batch after changes of its accounts: done when none waits, running again when some wait, and a paused one stays
 * paused while some wait. The caller has locked the batch.
 */
export async function recount(db: Db, batch_id: number): Promise<void> {
  const { waiting, match, mismatch, absent, error } = accountStatus
  const countOf = (status: AccountStatus) => sql`count(*) filter (where status = ${sql.lit(status)})`
  // unscoped: the caller has locked the batch
  await sql`
    update account_check c set item_count = n.all_of_it, waiting_count = n.waiting, match_count = n.match, mismatch_count = n.mismatch,
      absent_count = n.absent, error_count = n.error
    from (select count(*) as all_of_it, ${countOf(waiting)} as waiting, ${countOf(match)} as match, ${countOf(mismatch)} as mismatch,
        ${countOf(absent)} as absent, ${countOf(error)} as error
      from account_check_item where batch_id = ${batch_id}) n
    where c.batch_id = ${batch_id}`.execute(db)
  const { running, done } = checkStatus
  await sql`
    update account_check set status = ${sql.lit(done)}, finished_at = clock_timestamp(), version = version + 1 -- unscoped: as above
    where batch_id = ${batch_id} and waiting_count = 0 and status <> ${sql.lit(done)}`.execute(db)
  await sql`
    update account_check set status = ${sql.lit(running)}, finished_at = null, version = version + 1 -- unscoped: as above
    where batch_id = ${batch_id} and waiting_count > 0 and status = ${sql.lit(done)}`.execute(db)
}
