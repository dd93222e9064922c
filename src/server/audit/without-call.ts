/** What is logged without a call: the program's own work, and that somebody looked at something. */
import { sql } from 'kysely'
import type pg from 'pg'
import { inTransaction } from '../database/client-transaction.ts'
import { inWriteTransaction, type Db } from '../database/transaction.ts'
import type { Me } from '../session/session.ts'

/** Who did it, in the log. */
interface Author {
  user_id: number | null
  user_name: string
  /** Where the request came from, and its transid, when there was one from outside of the calls of people. */
  source?: string
  transid?: string
}

/** When nobody requested it. */
const the_program: Author = { user_id: null, user_name: 'hệ thống' }

/**
 * Runs the program's own work (at its start, in jobs) as an audited write, logged under `name` instead of a call. Work that somebody requested is
 * logged as theirs.
 */
export function asProgram<T>(
  db: Db,
  name: string,
  work: (db: Db) => Promise<T>,
  { user_id, user_name, source = 'máy chủ', transid = 'chương trình' }: Author = the_program,
): Promise<T> {
  return inWriteTransaction(db, async (trx) => {
    const audit_id = await beginEntry(trx, 'program', name)
    const result = await work(trx)
    await sql`select append_audit(${audit_id}, ${user_id}, ${user_name}, ${name}, 0, ${source}, '', ${transid}, null)`.execute(
      trx,
    )
    return result
  })
}

/**
 * As `asProgram`, on a connection of the database's owner, for maintenance scripts.
 * @param input what is logged beside the name
 */
export function auditProgramAction<T>(
  client: pg.ClientBase,
  name: string,
  work: () => Promise<T>,
  input: object | null = null,
): Promise<T> {
  return inTransaction(client, async () => {
    const { rows } = await client.query<{ audit_id: number }>(
      `select audit_id from begin_command(null, 'program', $1, ''::bytea)`,
      [name],
    )
    const result = await work()
    await client.query(`select append_audit($1, null, $2, $3, 0, 'máy chủ', '', 'chương trình', $4)`, [
      rows[0]!.audit_id,
      the_program.user_name,
      name,
      input === null ? null : JSON.stringify(input),
    ])
    return result
  })
}

interface LoggedLook {
  name: string
  input: Record<string, string>
  source: string
  user_agent: string
}

/** Logs that somebody looked at something, which changes no row. */
export function logLook(db: Db, me: Me, { name, input, source, user_agent }: LoggedLook): Promise<void> {
  return inWriteTransaction(db, async (trx) => {
    const audit_id = await beginEntry(trx, 'look', name)
    await sql`select append_audit(${audit_id}, ${me.user_id}, ${me.user_name}, ${name}, 0, ${source},
      ${user_agent.slice(0, 300)}, 'xem', ${JSON.stringify(input)}::jsonb)`.execute(trx)
  })
}

/** Begins an entry without a call's transid: from here on triggers log every changed row under it. */
async function beginEntry(db: Db, kind: 'program' | 'look', name: string): Promise<number> {
  const { rows } = await sql<{
    audit_id: number
  }>`select audit_id from begin_command(null, ${kind}, ${name}, ''::bytea)`.execute(db)
  return rows[0]!.audit_id
}
