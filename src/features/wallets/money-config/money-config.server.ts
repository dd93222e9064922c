import { isHeadOffice } from '#contract/person.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { serve } from '#server/serve.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import type { Db } from '#server/database/transaction.ts'
import { requestLimits } from '#features/wallets/limit/limit.server.ts'
import { moneyConfig } from './money-config.contract.ts'

export default serve(moneyConfig, {
  get: ({ db }) => selectConfig(db),

  save: async ({ db, me, input: { version, ...settings }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    for (const gateway of ['bank', 'momo'] as const)
      if (settings[`${gateway}_least`] > settings[`${gateway}_most`])
        fail('minimum_exceeds_maximum', { fields: { [`${gateway}_most`]: 'Không được nhỏ hơn mức tối thiểu' } })
    const storedConfig = await db.selectFrom('money_config').selectAll().forUpdate().executeTakeFirstOrThrow()
    if (storedConfig.version !== version) fail('changed_by_other', { current: await selectConfig(db) })
    for (const gateway of ['bank', 'momo'] as const) {
      const maximum = storedConfig[`${gateway}_most`]
      // The minimum is saved at once, a higher maximum only after it is confirmed.
      if (settings[`${gateway}_least`] > maximum) {
        const message = `Mức tối đa đang dùng là ${moneyText(maximum)}: mức mới phải được xác nhận trước`
        fail('minimum_exceeds_maximum', { fields: { [`${gateway}_least`]: message } })
      }
    }
    const savedSettings = await requestLimits(db, me, 'money_config', { before: storedConfig, after: settings }, fail)
    const is_changed = Object.entries(savedSettings).some(
      ([name, value]) => storedConfig[name as keyof typeof savedSettings] !== value,
    )
    if (is_changed)
      await db
        .updateTable('money_config')
        .set({ ...savedSettings, ...changeColumns(me) })
        .execute()
    return selectConfig(db)
  },
})

/** The present settings. */
export const moneyConfigOf = (db: Db) => db.selectFrom('money_config').selectAll().executeTakeFirstOrThrow()

async function selectConfig(db: Db) {
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
