/** What is logged without being a call: the program's own work, and that somebody has looked at something. */
import { sql } from 'kysely'
import { inWriteTransaction, type Db } from '../database/transaction.ts'
import type { Me } from '../session/session.ts'

/**
 * Runs work of the program's own (start, jobs) as an audited write, under its own name instead of a call's. What it does because
 * somebody requested it is logged as theirs.
 */
export function asProgram<T>(
  db: Db,
  name: string,
  work: (db: Db) => Promise<T>,
  { user_id, user_name }: { user_id: number | null; user_name: string } = { user_id: null, user_name: 'hệ thống' },
): Promise<T> {
  return inWriteTransaction(db, async (trx) => {
    const { rows } = await sql<{
      audit_id: number
    }>`select * from begin_command(null, 'program', ${name}, ''::bytea)`.execute(trx)
    const result = await work(trx)
    await sql`select append_audit(${rows[0]!.audit_id}, ${user_id}, ${user_name}, ${name}, 0, 'máy chủ', '', 'chương trình', null)`.execute(
      trx,
    )
    return result
  })
}

interface Look {
  name: string
  input: Record<string, string>
  source: string
  user_agent: string
}

/** Notes in the log that somebody has looked at something, which changes nothing. */
export function logLook(db: Db, me: Me, { name, input, source, user_agent }: Look): Promise<void> {
  return inWriteTransaction(db, async (trx) => {
    const { rows } = await sql<{
      audit_id: number
    }>`select * from begin_command(null, 'look', ${name}, ''::bytea)`.execute(trx)
    await sql`select append_audit(${rows[0]!.audit_id}, ${me.user_id}, ${me.user_name}, ${name}, 0, ${source},
      ${user_agent.slice(0, 300)}, 'xem', ${JSON.stringify(input)}::jsonb)`.execute(trx)
  })
}
