import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { serve } from '#server/serve.ts'
import { resultConfig } from '#features/results/result/draw-result.contract.ts'
import { second_entry_setting, secondEntryMode } from '#features/results/result/second-entry.server.ts'
import { keepChange, lockSetting, versionReader } from '#features/settings/setting-change/setting-change.server.ts'

const setting = second_entry_setting
/** The history has one item, because there is one setting. */
const item = 'all'

export default serve(resultConfig, {
  get: ({ db }) => readConfig(db),

  update: async ({ db, me, input: { second_entry, version }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockSetting(db, setting)
    const storedConfig = await readConfig(db)
    if (storedConfig.version !== version) fail('changed_by_other', { current: storedConfig })
    const value = JSON.stringify(second_entry)
    await db
      .insertInto('setting')
      .values({ name: setting, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    const before = { second_entry: storedConfig.second_entry }
    await keepChange(db, me, { setting, item, before, after: { second_entry } })
    return readConfig(db)
  },
})

async function readConfig(db: Db) {
  const versionOf = await versionReader(db, setting)
  return { second_entry: await secondEntryMode(db), version: versionOf(item) }
}
