import { isHeadOffice } from '#contract/person.ts'
import { serve } from '#server/serve.ts'
import { stamped } from '#server/stamp.ts'
import type { Db } from '#server/database/transaction.ts'
import { moneyConfig } from './money-config.contract.ts'

export default serve(moneyConfig, {
  get: ({ db }) => shown(db),

  save: async ({ db, me, input: { version, ...settings }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    for (const gateway of ['bank', 'momo'] as const)
      if (settings[`${gateway}_least`] > settings[`${gateway}_most`])
        fail('minimum_exceeds_maximum', { fields: { [`${gateway}_most`]: 'Không được nhỏ hơn mức tối thiểu' } })
    const saved = await db
      .updateTable('money_config')
      .set({ ...settings, ...stamped(me) })
      .where('version', '=', version)
      .executeTakeFirst()
    const current = await shown(db)
    if (saved.numUpdatedRows === 0n) fail('changed_by_other', { current })
    return current
  },
})

/** What is set now. */
export const moneyConfigOf = (db: Db) => db.selectFrom('money_config').selectAll().executeTakeFirstOrThrow()

async function shown(db: Db) {
  const {
    only_row: _,
    updated_by: __,
    ...config
  } = await db
    .selectFrom('money_config as c')
    .leftJoin('app_user as editor', 'editor.user_id', 'c.updated_by') // unscoped: only a name
    .selectAll('c')
    .select('editor.user_name as updated_by_name')
    .executeTakeFirstOrThrow()
  return config
}
