import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { serve } from '#server/serve.ts'
import { requestLimits } from '#features/wallets/limit/limit.server.ts'
import { rewardConfig } from './reward-config.contract.ts'

export default serve(rewardConfig, {
  get: ({ db }) => selectLimits(db),
  save: async ({ db, me, input: { version, ...after }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const storedConfig = await db.selectFrom('reward_config').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (storedConfig.version !== version) fail('changed_by_other', { current: await selectLimits(db) })
    await requestLimits(db, me, 'reward_config', { before: storedConfig, after }, fail)
    return selectLimits(db)
  },
})

const selectLimits = (db: Db) =>
  db
    .selectFrom('reward_config as c')
    .leftJoin('app_user as editor', 'editor.user_id', 'c.updated_by') // unscoped: only a name
    .select(['c.second_from', 'c.change_second_from', 'c.auto_most', 'c.papers_from'])
    .select(['editor.user_name as updated_by_name', 'c.updated_at', 'c.version'])
    .executeTakeFirstOrThrow()
