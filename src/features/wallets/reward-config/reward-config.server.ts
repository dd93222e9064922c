import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { stamped } from '#server/record/stamp.ts'
import { serve } from '#server/serve.ts'
import { requestLimits } from '#features/wallets/limit/limit.server.ts'
import { pushConfig, rewardConfig } from './reward-config.contract.ts'

const limits = serve(rewardConfig, {
  get: ({ db }) => selectLimits(db),
  save: async ({ db, me, input: { version, ...after }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const storedConfig = await db.selectFrom('reward_config').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (storedConfig.version !== version) fail('changed_by_other', { current: await selectLimits(db) })
    await requestLimits(db, me, 'reward_config', { before: storedConfig, after }, fail)
    return selectLimits(db)
  },
})

const pushing = serve(pushConfig, {
  list: ({ db }) => selectPushing(db),
  update: async ({ db, me, input: { version, ...fields }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const storedConfig = await db.selectFrom('reward_config').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (storedConfig.version !== version) fail('changed_by_other', { current: await selectPushing(db) })
    await db
      .updateTable('reward_config')
      .set({ ...fields, ...stamped(me) })
      .execute()
    return selectPushing(db)
  },
})

export default [...limits, ...pushing]

const selectConfig = (db: Db) =>
  db
    .selectFrom('reward_config as c')
    .leftJoin('app_user as editor', 'editor.user_id', 'c.updated_by') // unscoped: only a name
    .select(['editor.user_name as updated_by_name', 'c.updated_at', 'c.version'])

const selectLimits = (db: Db) =>
  selectConfig(db)
    .select(['c.second_from', 'c.change_second_from', 'c.auto_most', 'c.papers_from'])
    .executeTakeFirstOrThrow()

const selectPushing = (db: Db) =>
  selectConfig(db).select(['c.push_auto', 'c.stop_after', 'c.expire_warn_days']).executeTakeFirstOrThrow()
