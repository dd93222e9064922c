import { max_bulk_rows } from '#contract/call.ts'
import { sql } from 'kysely'
import { assertSameCount, runBulk } from '#server/record/bulk.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import { endSessions, type Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { coversUser } from '#server/session/covers.ts'
import { accountBulk } from './account-bulk.contract.ts'
import { accountStatus, type AccountStatus } from './account.contract.ts'
import { accountQuery } from './account.query.server.ts'
import { whyNot } from './account.rules.ts'

type BulkContext = Pick<Context<typeof accountBulk.preview>, 'db' | 'me' | 'input' | 'fail'>
type Action = BulkContext['input']['action']
type Target = Awaited<ReturnType<typeof targetsOf>>[number]

export default serve(accountBulk, {
  preview: async (context) => runBulk(await targetsOf(context), whyNotFor(context)),

  run: async (context) => {
    const { db, me, input } = context
    const whyNotAct = whyNotFor(context)
    return runBulk(await targetsOf(context, { lock: true }), async (row) => {
      const reason = await whyNotAct(row)
      if (reason === null) await act(db, me, row, input.action)
      return reason
    })
  },
})

/** The chosen accounts by number, locked with `lock`, for the run itself. Refuses when their count differs from what the person saw. */
async function targetsOf({ db, me, input: { ids, filter, expected }, fail }: BulkContext, { lock = false } = {}) {
  const rows = await accountQuery(db, me, filter ?? {})
    .select(['u.user_id as id', 'u.full_name', 'u.user_name', 'u.user_id', 'u.status', 'u.is_admin'])
    .$narrowType<{ status: AccountStatus }>()
    .$if(!filter, (query) => query.where('u.user_id', '=', sql<number>`any (${ids ?? []}::integer[])`))
    .orderBy('u.user_id')
    .limit(max_bulk_rows + 1)
    .$if(lock, (query) => query.forUpdate('u'))
    .execute()
  assertSameCount(rows.length, expected, fail)
  return rows.map((row) => ({ ...row, label: `${row.full_name} (${row.user_name})` }))
}

function whyNotFor({ db, me, input: { action } }: BulkContext) {
  return async (row: Target): Promise<string | null> => {
    if (!(await coversUser(db, me, row))) return 'Tài khoản có quyền mà bạn không có'
    if (action === 'end_sessions') return null
    if (action === 'lock')
      return whyNot.lock(row, me.user_id) ?? (row.status === accountStatus.locked ? 'Đã khóa từ trước' : null)
    return whyNot.unlock(row) ?? (row.status === accountStatus.active ? 'Đang hoạt động' : null)
  }
}

async function act(db: Db, me: Me, { user_id }: Target, action: Action): Promise<void> {
  if (action !== 'end_sessions') {
    const status = action === 'lock' ? accountStatus.locked : accountStatus.active
    await db
      .updateTable('app_user')
      .set({ status, ...changeColumns(me) })
      .where('user_id', '=', user_id)
      .where(within(me, 'app_user'))
      .execute()
  }
  if (action !== 'unlock') await endSessions(db, user_id, { except: me.session_id })
}
