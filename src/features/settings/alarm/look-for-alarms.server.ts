/** Raises alarms for new causes, updates their texts, and closes those whose cause ended. */
import { sql } from 'kysely'
import { inWriteTransaction, type Db } from '#server/database/transaction.ts'
import type { AlarmCause } from './alarm-cause.rules.ts'
import { findCauses } from './alarm-causes.server.ts'
import type { AlarmKind, Limits } from './alarm.rules.ts'

/** The life of a test alarm that nobody acknowledges. */
const trial_lasts = sql`interval '1 hour'`
const kept_for = sql`interval '180 days'`

/** Looks for alarms of all active kinds, in a transaction of its own. Repeated and parallel runs are harmless. */
export function lookForAlarms(main: Db): Promise<void> {
  return inWriteTransaction(main, raiseAndClose)
}

/** The same inside the caller's transaction, by the rules as that transaction changed them. */
export async function raiseAndClose(db: Db): Promise<void> {
  // Runs one after the other, so that each sees the alarms of the one before.
  await sql`select pg_advisory_xact_lock(hashtext('alarms'))`.execute(db)
  const rules = await db
    .selectFrom('alarm_rule')
    .select(['kind', 'most_waiting', 'most_minutes', 'least_stock', 'most_percent', 'least_amount'])
    .$narrowType<{ kind: AlarmKind }>()
    .where('status', '=', 1)
    .orderBy('kind')
    .execute()
  const causes: (AlarmCause & { kind: AlarmKind })[] = []
  for (const { kind, ...limits } of rules)
    for (const cause of await findCauses[kind](db, limits as Limits)) causes.push({ kind, ...cause })
  const rows = sql`jsonb_to_recordset(${JSON.stringify(causes)}::jsonb) as x (kind smallint, subject text, title text, detail text, url text)`
  await sql`
    insert into alarm as a (kind, subject, title, detail, url) select kind, subject, title, detail, url from ${rows}
    on conflict (kind, subject) where closed_at is null do update
      set title = excluded.title, detail = excluded.detail, url = excluded.url, version = a.version + 1
      where (a.title, a.detail, a.url) is distinct from (excluded.title, excluded.detail, excluded.url)`.execute(db)
  await sql`
    update alarm a set closed_at = clock_timestamp(), version = version + 1
    where closed_at is null and case when user_id is null
      then not exists (select from ${rows} where x.kind = a.kind and x.subject = a.subject)
      else acknowledged_at is not null or raised_at < now() - ${trial_lasts} end`.execute(db)
  await sql`delete from alarm where closed_at < now() - ${kept_for}`.execute(db)
}
