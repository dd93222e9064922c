/** How the database does at this moment: how fast it answers, what waits in it, how much room it has. */
import { sql } from 'kysely'
import type { DatabaseFigures } from '#server/program/metrics.ts'
import type { Db } from './transaction.ts'

/** When the first migration of this database was applied, in milliseconds since 1970. */
export async function whenSetUp(db: Db): Promise<number> {
  const { rows } = await sql<{ at_s: number }>`
    select extract(epoch from min(applied_at))::double precision as at_s from schema_migration`.execute(db)
  return rows[0]!.at_s * 1_000
}

/** Reads the figures of the database that operators watch. */
export async function measureDatabase(db: Db): Promise<DatabaseFigures> {
  const started_ms = performance.now()
  const { rows } = await sql<Omit<DatabaseFigures, 'seconds'>>`
    select count(*) filter (where not granted) as waiting_locks,
      coalesce(extract(epoch from clock_timestamp() - min(waitstart)), 0)::double precision as longest_wait_s,
      (select sum(numbackends) from pg_stat_database)::integer as connections,
      current_setting('max_connections')::integer as max_connections
    from pg_locks`.execute(db)
  return { ...rows[0]!, seconds: (performance.now() - started_ms) / 1_000 }
}
