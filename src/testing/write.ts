import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'

/** Writes to a database as jobs do, in an audited transaction; `office.write` does the same in an office. */
export const writeTo = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> => asProgram(db, 'program test', work)
