import { sql, type RawBuilder } from 'kysely'
import { app_role } from '#server/database/app-role.ts'
import type { Db } from '#server/database/transaction.ts'

/** Runs a statement as the database's owner, where the program's own role may not. */
export function asOwner(db: Db, statement: RawBuilder<unknown>): Promise<void> {
  return db.connection().execute(async (connection) => {
    await sql`set role none`.execute(connection)
    try {
      await statement.execute(connection)
    } finally {
      await sql`set role ${sql.ref(app_role)}`.execute(connection)
    }
  })
}
