/** Reads a large result in parts through a database cursor, all from one snapshot. */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { withTimeLimit } from './list.ts'
import type { Fail } from '#server/fail.ts'

interface Limits {
  batch_size?: number
  /** The time limit for the first rows: until then nothing is sent, so the search can still be refused with a message. */
  first?: `${number}ms`
  /** The time limit for each further part. */
  later?: `${number}ms`
}

/** Resolves once the first rows are read. When matches are rare among many orders, a later part may take far longer than the first. */
export async function readBatches<T>(
  db: Db,
  query: RawBuilder<T>,
  fail: Fail<'search_time_exceeded'>,
  { batch_size = 1_000, first: first_timeout = '8000ms', later: later_timeout = '120000ms' }: Limits = {},
): Promise<AsyncGenerator<T[]>> {
  const fetchRows = async () => (await sql<T>`fetch ${sql.lit(batch_size)} from exported`.execute(db)).rows
  await sql`declare exported no scroll cursor for ${query}`.execute(db)
  const rows = await withTimeLimit(db, fail, fetchRows, first_timeout)
  // A slow reader leaves the connection idle in its transaction for a while.
  await sql`select set_config('statement_timeout', ${later_timeout}, true),
    set_config('idle_in_transaction_session_timeout', '60s', true)`.execute(db)
  return parts(rows, fetchRows)
}

async function* parts<T>(firstRows: T[], fetchRows: () => Promise<T[]>): AsyncGenerator<T[]> {
  for (let rows = firstRows; rows.length > 0; rows = await fetchRows()) yield rows
}
