/** A search whose rows are read one part after the other, all of one moment's view. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { bounded } from './list.ts'
import type { Fail } from '#server/fail.ts'

interface Limits {
  rows_at_once?: number
  /** For the first rows: until then nothing is sent, so the search can still be given up with a word. */
  first?: `${number}ms`
  /** For each part that follows. */
  later?: `${number}ms`
}

/** Resolves once the first rows are there. Few matches among many orders lie far apart: where one part came at once, the next may take long. */
export async function rowsOf<T>(
  db: Db,
  query: RawBuilder<T>,
  fail: Fail<'search_time_exceeded'>,
  { rows_at_once = 1_000, first = '8000ms', later = '120000ms' }: Limits = {},
): Promise<AsyncGenerator<T[]>> {
  const fetchRows = async () => (await sql<T>`fetch ${sql.lit(rows_at_once)} from exported`.execute(db)).rows
  await sql`declare exported no scroll cursor for ${query}`.execute(db)
  const found = await bounded(db, fail, fetchRows, first)
  // Whoever takes the rows slowly leaves the connection idle for a while.
  await sql`select set_config('statement_timeout', ${later}, true),
    set_config('idle_in_transaction_session_timeout', '60s', true)`.execute(db)
  return parts(found, fetchRows)
}

async function* parts<T>(first: T[], fetchRows: () => Promise<T[]>): AsyncGenerator<T[]> {
  for (let rows = first; rows.length > 0; rows = await fetchRows()) yield rows
}
