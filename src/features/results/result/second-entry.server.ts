import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { serve } from '#server/serve.ts'
import { resultConfig, secondEntry, type SecondEntry } from './draw-result.contract.ts'

const setting = 'result_second_entry'

export default serve(resultConfig, {
  get: async ({ db }) => ({ second_entry: await secondEntryMode(db) }),

  update: async ({ db, me, input: { second_entry }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const value = JSON.stringify(second_entry)
    await db
      .insertInto('setting')
      .values({ name: setting, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    return { second_entry }
  },
})

/** The setting for how much of a result the second person enters again. */
export async function secondEntryMode(db: Db): Promise<SecondEntry> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', setting).executeTakeFirst()
  return (row?.value as SecondEntry | undefined) ?? secondEntry.whole
}
