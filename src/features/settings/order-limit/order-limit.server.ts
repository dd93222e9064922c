import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import { serve } from '#server/serve.ts'
import { changesOf, keepChange } from '../setting-change/setting-change.server.ts'
import { orderLimit } from './order-limit.contract.ts'

export default serve(orderLimit, {
  get: ({ db }) => selectLimits(db),

  update: async ({ db, me, input: { version, ...limits }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const storedConfig = await db.selectFrom('sale_config').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (storedConfig.version !== version) fail('changed_by_other', { current: await selectLimits(db) })
    await db
      .updateTable('sale_config')
      .set({ ...limits, ...changeColumns(me) })
      .execute()
    const { unpaid_minutes, hold_minutes, report_hours, search_days } = storedConfig
    const previousLimits = { unpaid_minutes, hold_minutes, report_hours, search_days }
    await keepChange(db, me, { setting: 'order_limit', item: 'all', before: previousLimits, after: limits })
    return selectLimits(db)
  },
})

async function selectLimits(db: Db) {
  const limits = await db
    .selectFrom('sale_config as c')
    .leftJoin('app_user as editor', 'editor.user_id', 'c.updated_by') // unscoped: only a name
    .select(['c.unpaid_minutes', 'c.hold_minutes', 'c.report_hours', 'c.search_days'])
    .select(['editor.user_name as updated_by_name', 'c.updated_at', 'c.version'])
    .executeTakeFirstOrThrow()
  return { ...limits, history: await changesOf(db, 'order_limit') }
}
