import { sql } from 'kysely'
import { isUnchanged, stamped } from '#server/record/stamp.ts'
import { serve } from '#server/serve.ts'
import { books, type JournalRow } from './books.contract.ts'
import { assertHeadOffice } from './head-office.server.ts'
import { journalOf } from './journal.server.ts'
import { readSettings } from './settings.server.ts'

export default serve(books, {
  journal: async ({ db, me, input: { day }, fail }) => {
    assertHeadOffice(me, fail)
    const kept = await db.selectFrom('day_close').select('journal').where('day', '=', day).executeTakeFirst()
    const is_final = kept?.journal != null
    const items = is_final ? (kept.journal as unknown as JournalRow[]) : await journalOf(db, day)
    return { items, total: items.reduce((sum, { amount }) => sum + amount, 0), is_final }
  },

  settings: ({ db }) => readSettings(db),

  updateSettings: async ({ db, me, input: { prepare_at, version }, fail }) => {
    assertHeadOffice(me, fail)
    const { numUpdatedRows } = await db
      .updateTable('day_close_config')
      .set({ prepare_at, ...stamped(me) })
      .where(isUnchanged(version))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) fail('changed_by_other', { current: await readSettings(db) })
    return readSettings(db)
  },

  updateAccount: async ({ db, me, input: { posting, account_kind, account_number, version }, fail }) => {
    assertHeadOffice(me, fail)
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('book_account')
      .values({ posting, account_kind, account_number, updated_by: me.user_id, updated_at: sql`now()` })
      .onConflict((conflict) =>
        conflict
          .columns(['posting', 'account_kind'])
          .doUpdateSet({
            account_number,
            updated_by: me.user_id,
            updated_at: sql`now()`,
            version: sql<number>`book_account.version + 1`,
          })
          .where(version == null ? sql<boolean>`true` : sql<boolean>`book_account.version = ${version}`),
      )
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) fail('changed_by_other', { current: await readSettings(db) })
    return readSettings(db)
  },
})
