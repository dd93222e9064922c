import { sql } from 'kysely'
import { isUnchanged, changeColumns } from '#server/record/change-columns.ts'
import { serve } from '#server/serve.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { Db } from '#server/database/transaction.ts'
import { books, type JournalRow } from './books.contract.ts'
import { addEvent, lockClosing } from '#features/close/day-close/closing.server.ts'
import { closeStatus, eventKind } from '#features/close/day-close/day-close.contract.ts'
import { assertHeadOffice } from '#features/close/day-close/head-office.server.ts'
import { journalOf } from './journal.server.ts'
import { readSettings } from './settings.server.ts'

/** The stored journal of a closed day, or the current one of an open day; with the exports since the last closing. */
async function readJournal(db: Db, day: string): Promise<AnswerOf<typeof books.journal>> {
  const storedClose = await db.selectFrom('day_close').select('journal').where('day', '=', day).executeTakeFirst()
  const is_final = storedClose?.journal != null
  const items = is_final ? (storedClose.journal as unknown as JournalRow[]) : await journalOf(db, day)
  const { rows } = await sql<{ export_count: number; exported_by_name: string | null; exported_at: string | null }>`
    select count(*) as export_count, (array_agg(u.user_name order by e.event_id))[1] as exported_by_name, min(e.at) as exported_at
    from day_close_event e left join app_user u using (user_id)
    where e.day = ${day} and e.kind = ${eventKind.exported} and ${is_final}
      and e.event_id > (select max(event_id) from day_close_event where day = ${day} and kind = ${eventKind.closed})`.execute(
    db,
  ) // unscoped: only names, for a closing of the head office
  return { items, total: items.reduce((sum, { amount }) => sum + amount, 0), is_final, ...rows[0]! }
}

export default serve(books, {
  journal: async ({ db, me, input: { day }, fail }) => {
    assertHeadOffice(me, fail)
    return readJournal(db, day)
  },

  exportJournal: async ({ db, me, input: { day, format }, fail }) => {
    assertHeadOffice(me, fail)
    const closing = await lockClosing(db, day)
    if (closing?.status !== closeStatus.closed)
      fail('action_invalid', { message: 'Ngày này chưa chốt nên sổ còn thay đổi.' })
    await addEvent(db, { day, kind: eventKind.exported, user_id: me.user_id, note: format === 'csv' ? 'CSV' : 'Excel' })
    return readJournal(db, day)
  },

  settings: ({ db }) => readSettings(db),

  updateSettings: async ({ db, me, input: { prepare_at, version }, fail }) => {
    assertHeadOffice(me, fail)
    const { numUpdatedRows } = await db
      .updateTable('day_close_config')
      .set({ prepare_at, ...changeColumns(me) })
      .where(isUnchanged(version))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) fail('changed_by_other', { current: await readSettings(db) })
    return readSettings(db)
  },

  updateAccount: async ({ db, me, input: { posting, account_kind, account_number, version }, fail }) => {
    assertHeadOffice(me, fail)
    const savedAccount = await db
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
      .returning('version')
      .executeTakeFirst()
    // With a version it was there when the person saw it: one that is added now is another.
    if (!savedAccount || (version != null && savedAccount.version !== version + 1))
      fail('changed_by_other', { current: await readSettings(db) })
    return readSettings(db)
  },
})
