/** Turns a file into checked rows in a table of its own. */
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { from as copyFrom } from 'pg-copy-streams'
import { default_limits, type ImportLimits } from '#contract/sheet/sheet-limits.ts'
import type { JobContext } from '#server/jobs/jobs.ts'
import { TableStream, type TableColumn } from '#server/spreadsheet/read-table.ts'
import type { OwnerConnection } from '#server/database/pool.ts'
import { inWriteTransaction, type Db } from '#server/database/transaction.ts'
import { existingTickets } from './existing-tickets.server.ts'
import { fault, faultTexts, max_faults_kept } from './upload-faults.rules.ts'
import { max_file_rows, type TicketKind } from './upload-rows.rules.ts'

const columns: readonly TableColumn[] = [
  { heads: ['Dãy số', 'Số vé', 'Số', 'number'], required: true },
  { heads: ['Ký hiệu', 'Seri', 'series'], required: false },
  { heads: ['Số lượng', 'SL', 'quantity'], required: false },
  { heads: ['Giá bán', 'Giá', 'price'], required: false },
]

const mb = 1024 * 1024
const limits: ImportLimits = {
  ...default_limits,
  bytes: 50 * mb,
  unpacked: 1024 * mb,
  ratio: 200,
  rows: max_file_rows,
  columns: 30,
  shared_strings: 4_000_000,
  letters: 100_000_000,
}
/** The rough size of a row in bytes, used only for the progress. */
const bytes_of_row = { csv: 20, xlsx: 12 }
const progress_ms = 500

export interface Upload {
  upload_id: number
  spool_name: string
  file_name: string
  file_size: number
  open_date: string
  area_id: number
  base_id: number
  number_length: number
  face_value: number
}

export interface Sums {
  row_count: number
  good_count: number
  existing_count: number
  fault_count: number
  quantity: number
  amount: number
}

export const rowsTable = (upload_id: number) => sql.id('upload', `rows_${upload_id}`)

/**
 * Fills the table of checked rows and the list of errors; `finish` gets the sums in the same transaction as the list.
 * @throws SheetError when the file cannot be read
 */
export async function stageFile(
  { main, spool_dir }: JobContext,
  session: OwnerConnection,
  upload: Upload,
  signal: AbortSignal,
  finish: (db: Db, sums: Sums) => Promise<void>,
): Promise<void> {
  await createRowsTable(session.db, upload)
  const order = { path: join(spool_dir, upload.spool_name), columns, limits }
  const table = new TableStream<TicketKind>(new URL('./upload-rows.server.ts', import.meta.url), order, upload)
  const reporting = reportProgress(main, upload, table)
  try {
    await copyRows(session, upload, table, signal)
  } finally {
    clearInterval(reporting)
    table.destroy()
  }
  await setProgress(main, upload.upload_id, 70)
  await inWriteTransaction(session.db, async (trx) => {
    await markExisting(trx, upload)
    await setProgress(main, upload.upload_id, 90)
    const sums = await sumsOf(trx, upload)
    await trx.deleteFrom('ticket_upload_fault').where('upload_id', '=', upload.upload_id).execute() // unscoped: the program's own rows
    if (sums.good_count < sums.row_count) await writeFaults(trx, upload)
    await finish(trx, sums)
  })
}

/** Unlogged, because its rows can be read from the file again. Texts of a quantity or price are kept where they are not its digits. */
async function createRowsTable(db: Db, { upload_id }: Upload): Promise<void> {
  await sql`drop table if exists ${rowsTable(upload_id)}`.execute(db)
  await sql`
    create unlogged table ${rowsTable(upload_id)} (line_no integer, number text, series text, quantity integer, price integer,
      fault smallint, first_line integer, quantity_text text, price_text text)`.execute(db)
}

async function copyRows(
  { client, lost }: OwnerConnection,
  { upload_id }: Upload,
  table: Readable,
  signal: AbortSignal,
): Promise<void> {
  const connection_lost = Promise.withResolvers<never>()
  lost.addEventListener('abort', () => connection_lost.reject(lost.reason))
  const copying = pipeline(table, client.query(copyFrom(`copy upload.rows_${upload_id} from stdin`)), { signal })
  await Promise.race([copying, connection_lost.promise])
}

/** Written on another connection, so that the progress is visible before the transaction ends. */
function reportProgress(
  main: Db,
  { upload_id, file_name, file_size }: Upload,
  table: { row_count: number },
): NodeJS.Timeout {
  const expected_rows = file_size / bytes_of_row[/\.xlsx$/i.test(file_name) ? 'xlsx' : 'csv']
  return setInterval(() => {
    void setProgress(main, upload_id, Math.min(55, Math.round((table.row_count / expected_rows) * 50)), table.row_count)
  }, progress_ms)
}

export async function setProgress(main: Db, upload_id: number, progress: number, row_count?: number): Promise<void> {
  await main
    .updateTable('ticket_upload')
    .set({ progress, ...(row_count === undefined ? {} : { row_count }) })
    .where('upload_id', '=', upload_id)
    .execute() // unscoped: the program's own note
    .catch(() => undefined)
}

/** A row that repeats a ticket of the stock or of a waiting slip is an existing one, as its first row is. */
async function markExisting(db: Db, upload: Upload): Promise<void> {
  const existing = await existingTickets(db, upload)
  await sql`
    update ${rowsTable(upload.upload_id)} r set fault = present.fault, first_line = null
    from (select number, series, min(fault) as fault from (${existing}) existing group by number, series) present
    where r.number = present.number and r.series = present.series and (r.fault is null or r.fault = ${fault.repeated})`.execute(
    db,
  )
}

async function writeFaults(db: Db, { upload_id, number_length }: Upload): Promise<void> {
  const texts = JSON.stringify(faultTexts(number_length))
  await sql`
    insert into ticket_upload_fault (upload_id, line_no, number, series, quantity, price, error, fix)
      select ${upload_id}, line_no, nullif(left(r.number, 100), ''), nullif(left(r.series, 100), ''),
        nullif(left(coalesce(r.quantity_text, r.quantity::text), 100), ''), nullif(left(coalesce(r.price_text, r.price::text), 100), ''),
        t.error || coalesce(' ' || r.first_line, ''), t.fix
      from (select * from ${rowsTable(upload_id)} where fault is not null order by line_no limit ${max_faults_kept}) r
      join jsonb_to_recordset(${texts}::jsonb) as t (fault integer, error text, fix text) using (fault)`.execute(db)
}

async function sumsOf(db: Db, { upload_id }: Upload): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*) as row_count, count(*) filter (where fault is null) as good_count,
      count(*) filter (where fault in (${fault.in_stock}, ${fault.in_slip})) as existing_count,
      count(*) filter (where fault not in (${fault.in_stock}, ${fault.in_slip})) as fault_count,
      coalesce(sum(quantity) filter (where fault is null), 0) as quantity,
      coalesce(sum(quantity::bigint * price) filter (where fault is null), 0)::bigint as amount
    from ${rowsTable(upload_id)}`.execute(db)
  return rows[0]!
}
