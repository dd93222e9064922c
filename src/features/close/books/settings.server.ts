/** Reads when closings are prepared, and the book accounts. */
import type { Db } from '#server/database/transaction.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { books } from './books.contract.ts'

type Settings = AnswerOf<typeof books.settings>

export async function readSettings(db: Db): Promise<Settings> {
  const config = await db.selectFrom('day_close_config').select(['prepare_at', 'version']).executeTakeFirstOrThrow()
  const accounts = await db
    .selectFrom('book_account')
    .select(['posting', 'account_kind', 'account_number', 'version'])
    .$narrowType<Pick<Settings['accounts'][number], 'posting' | 'account_kind'>>()
    .orderBy('posting')
    .orderBy('account_kind')
    .execute()
  return { ...config, accounts }
}
