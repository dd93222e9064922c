import { sql } from 'kysely'
import type { Db } from './transaction.ts'

/** The present moment by the clock of the database, in ms. */
export async function databaseNow(db: Db): Promise<number> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  return Date.parse(rows[0]!.now)
}
