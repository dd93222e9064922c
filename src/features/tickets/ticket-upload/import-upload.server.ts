/** Turns the checked rows of an upload into the lines of a slip, all or none. */
import { sql, type RawBuilder } from 'kysely'
import { Failure, type ErrorName, type FailureData } from '#contract/errors.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { periodToImport } from '#features/tickets/draw-area/period.server.ts'
import { approveByProgram } from '#features/tickets/ticket-import/open-slip.server.ts'
import { importSource } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { existingTickets } from './existing-tickets.server.ts'
import { rowsTable } from './stage-file.server.ts'
import { uploadStatus } from './ticket-upload.contract.ts'

type ImportOutcome = 'done' | 'overtaken' | 'rows lost' | 'rows changed'

/** Rolls the transaction back with this reason. */
class RollBack extends Error {
  readonly outcome: ImportOutcome
  constructor(outcome: ImportOutcome) {
    super(outcome)
    this.outcome = outcome
  }
}

/**
 * Updates the upload's row last, so that somebody who cancels never waits, and rolls back when somebody has cancelled.
 * @throws Failure when the period no longer accepts tickets
 */
export async function importUpload(db: Db, upload_id: number): Promise<ImportOutcome> {
  const upload = await confirmedUpload(db, upload_id)
  if (!upload) return 'overtaken'
  try {
    await asProgram(db, 'ticket_upload.take', (trx) => createSlip(trx, upload), upload)
    return 'done'
  } catch (error) {
    if (error instanceof RollBack) return error.outcome
    throw error
  }
}

type ConfirmedUpload = NonNullable<Awaited<ReturnType<typeof confirmedUpload>>>

function confirmedUpload(db: Db, upload_id: number) {
  return db
    .selectFrom('ticket_upload as u')
    .innerJoin('base_store as b', 'b.base_id', 'u.base_id') // unscoped: the program's own work
    .innerJoin('app_user as taker', 'taker.user_id', 'u.taken_by')
    .select(['u.upload_id', 'u.base_id', 'u.area_id', 'u.open_date', 'u.file_name', 'u.created_by', 'b.auto_approve'])
    .select(['u.row_count', 'u.good_count', 'u.quantity', 'u.amount'])
    .select(['taker.user_id', 'taker.user_name'])
    .where('u.upload_id', '=', upload_id)
    .where('u.status', '=', uploadStatus.taking)
    .executeTakeFirst()
}

function refuse(error: ErrorName, data?: FailureData): never {
  throw new Failure(error, data)
}

async function createSlip(db: Db, upload: ConfirmedUpload): Promise<void> {
  const { upload_id, base_id, area_id, open_date, file_name, created_by, quantity, amount } = upload
  const { period_id } = await periodToImport(db, upload, refuse)
  if (!(await hasAllRows(db, upload))) throw new RollBack('rows lost')
  const existing = await existingTickets(db, upload)
  const slip = { base_id, area_id, open_date, period_id, source: importSource.file, file_name, created_by }
  const changed_by = upload.user_id === created_by ? [] : [upload.user_id]
  const { ticket_import_id } = await db
    .insertInto('ticket_import')
    .values({ ...slip, changed_by, line_count: upload.good_count, quantity, amount })
    .returning('ticket_import_id')
    .executeTakeFirstOrThrow()
  if ((await writeLines(db, upload, ticket_import_id, existing)) !== upload.good_count)
    throw new RollBack('rows changed')
  await sql`drop table ${rowsTable(upload_id)}`.execute(db)
  if (upload.auto_approve) await approveByProgram(db, ticket_import_id, refuse)
  const done = await db
    .updateTable('ticket_upload')
    .set({ status: uploadStatus.done, progress: 100, ticket_import_id, reason: null })
    .set({ finished_at: sql`clock_timestamp()`, version: sql<number>`version + 1` })
    .where('upload_id', '=', upload_id)
    .where('status', '=', uploadStatus.taking)
    .executeTakeFirst() // unscoped: the program's own work
  if (done.numUpdatedRows === 0n) throw new RollBack('overtaken')
}

/** The table of rows is unlogged, so after a crash of PostgreSQL it is empty. */
async function hasAllRows(db: Db, { upload_id, row_count }: ConfirmedUpload): Promise<boolean> {
  const name = `upload.rows_${upload_id}`
  const table = await sql<{ is_there: boolean }>`select to_regclass(${name}) is not null as is_there`.execute(db)
  if (!table.rows[0]!.is_there) return false
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${rowsTable(upload_id)}`.execute(db)
  return rows[0]!.count === row_count
}

/** Inserted by key; tickets that came into stock or another slip since the check are left out. */
async function writeLines(
  db: Db,
  { upload_id, open_date }: ConfirmedUpload,
  ticket_import_id: number,
  existing: RawBuilder<unknown>,
): Promise<number> {
  const written = await sql`
    insert into ticket_import_line (open_date, ticket_import_id, number, series, quantity, price)
      with existing as materialized (${existing})
      select ${open_date}::date, ${ticket_import_id}::integer, r.number, r.series, r.quantity, r.price
      from ${rowsTable(upload_id)} r
      where r.fault is null and not exists (select from existing k where k.number = r.number and k.series = r.series)`.execute(
    db,
  )
  return Number(written.numAffectedRows)
}
