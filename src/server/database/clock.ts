import { sql } from 'kysely'
import type { Db } from './transaction.ts'

/** The present moment by the clock of the database. */
export async function databaseNow(db: Db): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db)
  return rows[0]!.now
}
