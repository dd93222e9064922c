import { most_bulk_rows } from '#contract/call.ts'
import { sql } from 'kysely'
import { assertSameCount, runBulk } from '#server/bulk.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import { stamped } from '#server/stamp.ts'
import { endSessions, type Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { coversUser } from '#server/session/covers.ts'
import { accountBulk } from './account-bulk.contract.ts'
import { accountStatus } from './account.contract.ts'
import { matching } from './account.query.server.ts'
import { whyNot } from './account.rules.ts'

type Asked = Pick<Context<typeof accountBulk.preview>, 'db' | 'me' | 'input' | 'fail'>
type Action = Asked['input']['action']
type Target = Awaited<ReturnType<typeof targets>>[number]

export default serve(accountBulk, {
  preview: async (context) => runBulk(await targets(context, 'seen'), reasons(context)),

  run: async (context) => {
    const { db, me, input } = context
    const against = reasons(context)
    return runBulk(await targets(context, 'locked'), async (row) => {
      const reason = await against(row)
      if (reason === null) await act(db, me, row, input.action)
      return reason
    })
  },
})

/** The chosen accounts, in the order of their keys, and for the run itself locked in it. Refused when they are not as many as the person saw. */
async function targets({ db, me, input: { ids, filter, expected }, fail }: Asked, held: 'seen' | 'locked') {
  const rows = await matching(db, me, filter ?? {})
    .select(['u.user_id as id', 'u.full_name', 'u.user_name', 'u.user_id', 'u.status', 'u.is_admin'])
    .$narrowType<{ status: 0 | 1 | 2 }>()
    .$if(!filter, (query) => query.where('u.user_id', '=', sql<number>`any (${ids ?? []}::integer[])`))
    .orderBy('u.user_id')
    .limit(most_bulk_rows + 1)
    .$if(held === 'locked', (query) => query.forUpdate('u'))
    .execute()
  assertSameCount(rows.length, expected, fail)
  return rows.map((row) => ({ ...row, label: `${row.full_name} (${row.user_name})` }))
}

function reasons({ db, me, input: { action } }: Asked) {
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
      .set({ status, ...stamped(me) })
      .where('user_id', '=', user_id)
      .where(within(me, 'app_user'))
      .execute()
  }
  if (action !== 'unlock') await endSessions(db, user_id, { except: me.session_id })
}
