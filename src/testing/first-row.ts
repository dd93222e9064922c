import type { RawBuilder } from 'kysely'
import type { Db } from '#server/database/transaction.ts'

/** The first row of a statement that always has one, such as a count or an insert that returns its key. */
export async function firstRow<T>(db: Db, statement: RawBuilder<T>): Promise<T> {
  return (await statement.execute(db)).rows[0]!
}
