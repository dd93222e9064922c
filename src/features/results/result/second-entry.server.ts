import type { Db } from '#server/database/transaction.ts'
import { secondEntry, type SecondEntry } from './draw-result.contract.ts'

export const second_entry_setting = 'result_second_entry'

/** The setting for how much of a result the second person enters again. */
export async function secondEntryMode(db: Db): Promise<SecondEntry> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', second_entry_setting).executeTakeFirst()
  return (row?.value as SecondEntry | undefined) ?? secondEntry.whole
}
