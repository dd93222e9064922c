import { sql } from 'kysely'
import { whyNot, type Move } from '#contract/lifecycle.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { paginate, sortOf } from '#server/record/list.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now, changeColumns } from '#server/record/change-columns.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { hasRight, type Me } from '#server/session/session.ts'
import {
  limitLife,
  limits,
  limitStatus,
  limitTables,
  type LimitName,
  type LimitsOf,
  type LimitStatus,
  type LimitTable,
} from './limit.contract.ts'

export default serve(limits, {
  list: ({ db, me, input }) => {
    const [, direction] = sortOf(input.sort, '-created_at')
    const query = selectChanges(db, me)
      .where('c.limit_name', 'in', namesFor(me, 'view'))
      .$if(input.limit_name != null, (q) => q.where('c.limit_name', '=', input.limit_name!))
      .$if(input.status != null, (q) => q.where('c.status', '=', input.status!))
      .orderBy('c.limit_change_id', direction)
    return paginate(db, query, input)
  },

  approve: async ({ db, me, input, fail }) => {
    await lockTableOf(db, me, input)
    const change = await lockChange(db, me, input, fail)
    const refusal = whyNot(limitLife.moves.approve, change, me)
    if (refusal) fail(refusal.error as 'request_finished', { message: refusal.message })
    await decide(db, me, input, limitLife.moves.approve)
    const table = tableOf(change.limit_name)
    await db
      .updateTable(table)
      .set({ [change.limit_name]: change.new_value, ...changeColumns(me) })
      .execute()
    return findChange(db, me, input)
  },

  reject: async ({ db, me, input, fail }) => {
    const refusal = whyNot(limitLife.moves.reject, await lockChange(db, me, input, fail), null)
    if (refusal) fail('request_finished', { message: refusal.message })
    await decide(db, me, input, limitLife.moves.reject, input.reason)
    return findChange(db, me, input)
  },
})

/**
 * Requests a change of every limit of the table that shall differ, and gives the other settings, which are saved at once. The caller has locked the
 * table's row. Refuses at its field when a change of the same limit already waits.
 */
export async function requestLimits<T extends LimitTable, S extends Record<LimitsOf<T>, number>>(
  db: Db,
  me: Me,
  table: T,
  { before, after }: { before: Record<LimitsOf<T>, number>; after: S },
  fail: Fail<'request_pending'>,
): Promise<Omit<S, LimitsOf<T>>> {
  const savedSettings: Partial<S> = { ...after }
  for (const limit_name of limitTables[table].limits as readonly LimitsOf<T>[]) {
    delete savedSettings[limit_name]
    const [old_value, new_value] = [before[limit_name], after[limit_name]]
    if (old_value === new_value) continue
    // The status is a literal so that the partial index is used.
    const waits = await db
      .insertInto('limit_change')
      .values({ limit_name, old_value, new_value, created_by: me.user_id })
      .onConflict((conflict) =>
        conflict.column('limit_name').where('status', '=', sql.lit(limitStatus.waiting)).doNothing(),
      )
      .returning('limit_change_id')
      .executeTakeFirst()
    if (!waits)
      fail('request_pending', { fields: { [limit_name]: 'Đang có đề nghị đổi giới hạn này chờ người khác xác nhận' } })
  }
  return savedSettings as Omit<S, LimitsOf<T>>
}

const tableOf = (limit_name: LimitName) =>
  (Object.keys(limitTables) as LimitTable[]).find((table) =>
    (limitTables[table].limits as readonly LimitName[]).includes(limit_name),
  )!

/** The limits of the pages on which `me` has this right. */
const namesFor = (me: Me, right: 'view' | 'update') =>
  Object.values(limitTables).flatMap(({ page, limits: names }) => (hasRight(me, page[right]) ? names : []))

/** Locks the row of the limit's table, which saving locks before it requests a change. */
async function lockTableOf(db: Db, me: Me, { limit_change_id }: { limit_change_id: number }): Promise<void> {
  const change = await db
    .selectFrom('limit_change')
    .select('limit_name')
    .$narrowType<{ limit_name: LimitName }>()
    .where('limit_change_id', '=', limit_change_id)
    .where(within(me, 'limit_change'))
    .executeTakeFirst()
  if (change) await db.selectFrom(tableOf(change.limit_name)).select('version').forUpdate().execute()
}

/** Locks the request; refuses when the person may not decide on it, or when it has changed since they saw it. */
async function lockChange(
  db: Db,
  me: Me,
  { limit_change_id, version }: { limit_change_id: number; version: number },
  fail: Fail<'request_not_found' | 'changed_by_other'>,
) {
  const change = await db
    .selectFrom('limit_change')
    .selectAll()
    .$narrowType<{ limit_name: LimitName; status: LimitStatus }>()
    .where('limit_change_id', '=', limit_change_id)
    .where('limit_name', 'in', namesFor(me, 'update'))
    .where(within(me, 'limit_change'))
    .forUpdate()
    .executeTakeFirst()
  if (!change) return fail('request_not_found')
  if (change.status === limitStatus.waiting && change.version !== version) fail('changed_by_other')
  return change
}

async function decide(
  db: Db,
  me: Me,
  { limit_change_id }: { limit_change_id: number },
  move: Move,
  decision_reason: string | null = null,
): Promise<void> {
  const decision = { decided_by: me.user_id, decided_at: clock_now, decision_reason }
  await moveLocked(db, 'limit_change', { limit_change_id }, move, decision)
}

function selectChanges(db: Db, me: Me) {
  return db
    .selectFrom('limit_change as c')
    .leftJoin('app_user as creator', 'creator.user_id', 'c.created_by') // unscoped: only a name
    .leftJoin('app_user as decider', 'decider.user_id', 'c.decided_by') // unscoped: only a name
    .select(['c.limit_change_id', 'c.limit_name', 'c.old_value', 'c.new_value', 'c.status', 'c.version'])
    .select(['c.created_by', 'creator.user_name as created_by_name', 'c.created_at'])
    .select(['decider.user_name as decided_by_name', 'c.decided_at', 'c.decision_reason'])
    .$narrowType<{ limit_name: LimitName; status: LimitStatus }>()
    .where(within(me, 'limit_change', 'c'))
}

function findChange(db: Db, me: Me, { limit_change_id }: { limit_change_id: number }) {
  return selectChanges(db, me).where('c.limit_change_id', '=', limit_change_id).executeTakeFirstOrThrow()
}
