import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import { serve } from '#server/serve.ts'
import { pushConfig } from './push-config.contract.ts'

export default serve(pushConfig, {
  list: ({ db }) => selectConfig(db),
  update: async ({ db, me, input: { version, ...settings }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const storedConfig = await db.selectFrom('reward_config').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (storedConfig.version !== version) fail('changed_by_other', { current: await selectConfig(db) })
    await db
      .updateTable('reward_config')
      .set({ ...settings, ...changeColumns(me) })
      .execute()
    return selectConfig(db)
  },
})

const selectConfig = (db: Db) =>
  db
    .selectFrom('reward_config as c')
    .leftJoin('app_user as editor', 'editor.user_id', 'c.updated_by') // unscoped: only a name
    .select(['c.push_auto', 'c.stop_after', 'c.expire_warn_days'])
    .select(['editor.user_name as updated_by_name', 'c.updated_at', 'c.version'])
    .executeTakeFirstOrThrow()
