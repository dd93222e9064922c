/** The checked rows of an upload as the lines of a slip, all at once or not at all. */
import { sql, type RawBuilder } from 'kysely'
import { Failure, type ErrorName, type FailureData } from '#contract/errors.ts'
import { asProgram } from '#server/serve.ts'
import type { Db } from '#server/database/transaction.ts'
import { periodToImport } from '#features/tickets/draw-area/period.server.ts'
import { approveByProgram } from '#features/tickets/ticket-import/open-slip.server.ts'
import { importSource } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { present } from './present.server.ts'
import { rowsTable } from './stage.server.ts'
import { uploadStatus } from './ticket-upload.contract.ts'

type Outcome = 'done' | 'overtaken' | 'rows lost' | 'rows changed'

/** Undoes the transaction and says why. */
class Undone extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super(outcome)
    this.outcome = outcome
  }
}

/**
 * The upload's row is written last: so nobody who cancels waits for this, and where somebody did, all of it is undone.
 * @throws Failure where the draw is no longer open for it.
 */
export async function takeIn(db: Db, upload_id: number): Promise<Outcome> {
  const upload = await takenUpload(db, upload_id)
  if (!upload) return 'overtaken'
  try {
    await asProgram(db, 'ticket_upload.take', (trx) => openSlip(trx, upload), upload)
    return 'done'
  } catch (error) {
    if (error instanceof Undone) return error.outcome
    throw error
  }
}

type Taken = NonNullable<Awaited<ReturnType<typeof takenUpload>>>

function takenUpload(db: Db, upload_id: number) {
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

async function openSlip(db: Db, upload: Taken): Promise<void> {
  const { upload_id, base_id, area_id, open_date, file_name, created_by, quantity, amount } = upload
  const { period_id } = await periodToImport(db, upload, refuse)
  if (!(await isWhole(db, upload))) throw new Undone('rows lost')
  const known = await present(db, upload)
  const slip = { base_id, area_id, open_date, period_id, source: importSource.file, file_name, created_by }
  const changed_by = upload.user_id === created_by ? [] : [upload.user_id]
  const { ticket_import_id } = await db
    .insertInto('ticket_import')
    .values({ ...slip, changed_by, line_count: upload.good_count, quantity, amount })
    .returning('ticket_import_id')
    .executeTakeFirstOrThrow()
  if ((await writeLines(db, upload, ticket_import_id, known)) !== upload.good_count) throw new Undone('rows changed')
  await sql`drop table ${rowsTable(upload_id)}`.execute(db)
  if (upload.auto_approve) await approveByProgram(db, ticket_import_id, refuse)
  const done = await db
    .updateTable('ticket_upload')
    .set({ status: uploadStatus.done, progress: 100, ticket_import_id, reason: null })
    .set({ finished_at: sql`clock_timestamp()`, version: sql<number>`version + 1` })
    .where('upload_id', '=', upload_id)
    .where('status', '=', uploadStatus.taking)
    .executeTakeFirst() // unscoped: the program's own work
  if (done.numUpdatedRows === 0n) throw new Undone('overtaken')
}

/** The table of rows is not written ahead: after a crash of PostgreSQL it is empty. */
async function isWhole(db: Db, { upload_id, row_count }: Taken): Promise<boolean> {
  const name = `upload.rows_${upload_id}`
  const { rows: known } = await sql<{ is_there: boolean }>`select to_regclass(${name}) is not null as is_there`.execute(
    db,
  )
  if (!known[0]!.is_there) return false
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${rowsTable(upload_id)}`.execute(db)
  return rows[0]!.count === row_count
}

/** In the order of the key, as the rows lie. What has come into stock or into another slip since the check is left out. */
async function writeLines(
  db: Db,
  { upload_id, open_date }: Taken,
  ticket_import_id: number,
  known: RawBuilder<unknown>,
): Promise<number> {
  const written = await sql`
    insert into ticket_import_line (open_date, ticket_import_id, number, series, quantity, price)
      with known as materialized (${known})
      select ${open_date}::date, ${ticket_import_id}::integer, r.number, r.series, r.pieces, r.each
      from ${rowsTable(upload_id)} r
      where r.fault is null and not exists (select from known k where k.number = r.number and k.series = r.series)`.execute(
    db,
  )
  return Number(written.numAffectedRows)
}
