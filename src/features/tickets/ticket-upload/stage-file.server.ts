/** Turns a file into checked rows in a table of its own: reads, copies and checks it as a whole. */
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { from as copyFrom } from 'pg-copy-streams'
import { default_limits, type ImportLimits } from '#contract/sheet/sheet-limits.ts'
import type { JobContext } from '#server/jobs/jobs.ts'
import { TableStream, type TableColumn } from '#server/spreadsheet/read-table.ts'
import type { OwnerConnection } from '#server/database/pool.ts'
import { inWriteTransaction, type Db } from '#server/database/transaction.ts'
import { max_tickets_of_line } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { existingTickets } from './existing-tickets.server.ts'
import { fault, faultTexts, max_faults_kept } from './upload-faults.rules.ts'

const columns: readonly TableColumn[] = [
  { heads: ['Dãy số', 'Số vé', 'Số', 'number'], required: true },
  { heads: ['Ký hiệu', 'Seri', 'series'], required: false },
  { heads: ['Số lượng', 'SL', 'quantity'], required: false },
  { heads: ['Giá bán', 'Giá', 'price'], required: false },
]

export const max_file_rows = 1_000_000
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
 * Fills the table of checked rows and the list of errors; `finish` gets the sums in the same transaction.
 * @throws SheetError when the file cannot be read
 */
export async function stageFile(
  { main, spool_dir }: JobContext,
  session: OwnerConnection,
  upload: Upload,
  signal: AbortSignal,
  finish: (db: Db, sums: Sums) => Promise<void>,
): Promise<void> {
  const { db } = session
  await sql`
    create temporary table raw (line_no integer, number text, series text, quantity text, price text, is_usual boolean)`.execute(
    db,
  )
  const usual_line = `^[0-9]{${upload.number_length}}\t[A-Z0-9Đ/-]{0,10}\t[0-9]{0,5}\t[0-9]{0,8}$`
  const table = new TableStream({ path: join(spool_dir, upload.spool_name), columns, limits, usual: usual_line })
  const reporting = reportProgress(main, upload, table)
  try {
    await copyRows(session, table, signal)
  } finally {
    clearInterval(reporting)
    table.destroy()
  }
  await sql`analyze raw (number, series)`.execute(db)
  await setProgress(main, upload.upload_id, 60)
  await inWriteTransaction(db, async (trx) => {
    await sql`drop table if exists ${rowsTable(upload.upload_id)}`.execute(trx)
    await checkRows(trx, upload)
    await setProgress(main, upload.upload_id, 90)
    await writeFaults(trx, upload)
    await finish(trx, await sumsOf(trx, upload))
  })
  await sql`drop table raw`.execute(db)
}

async function copyRows({ client, lost }: OwnerConnection, table: TableStream, signal: AbortSignal): Promise<void> {
  const connection_lost = Promise.withResolvers<never>()
  lost.addEventListener('abort', () => connection_lost.reject(lost.reason))
  const copying = pipeline(table, client.query(copyFrom('copy raw from stdin')), { signal })
  await Promise.race([copying, connection_lost.promise])
}

/** Written on another connection, so that the progress is visible before the transaction ends. */
function reportProgress(main: Db, { upload_id, file_name, file_size }: Upload, table: TableStream): NodeJS.Timeout {
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

/** A whole number as people write it in a sheet: '10000', '10.000', '10,000 đ'; null for anything else. */
function wholeNumber(column: string) {
  const text = sql.ref(column)
  return sql`case
    when ${text} ~ '^[0-9]{1,9}$' then ${text}::integer
    when ${text} ~* '^([0-9]{1,9}|[0-9]{1,3}([., ][0-9]{3}){1,2}) ?(đ|₫|vnđ|vnd)?$' then regexp_replace(${text}, '[^0-9]', '', 'g')::integer
  end`
}

/**
 * Checks every row; of usual ones only the values are left to check. A valid row is a duplicate only of an earlier valid one. `offset 0` keeps
 * PostgreSQL from merging the steps, so that each is computed once.
 */
async function checkRows(db: Db, upload: Upload): Promise<void> {
  const existing = await existingTickets(db, upload)
  const length = sql.lit(upload.number_length)
  const value_fault = sql`case
      when pieces is null or pieces not between 1 and ${sql.lit(max_tickets_of_line)} then ${sql.lit(fault.quantity)}
      when each is null or each not between 1 and 100000000 then ${sql.lit(fault.price)}
    end`
  await sql`
    create unlogged table ${rowsTable(upload.upload_id)} as
    select line_no, number, series, pieces, each,
      case when fault is null and first_value(line_no) over same <> line_no then first_value(line_no) over same end as first_line,
      case when fault is null and first_value(line_no) over same <> line_no then ${sql.lit(fault.repeated)} else fault end as fault
    from (
      select line_no, number, series, pieces, each, coalesce(case
          when is_usual then ${value_fault}
          when number = '' then ${sql.lit(fault.no_number)}
          when number ~ '[^0-9]' then ${sql.lit(fault.no_digits)}
          when length(number) < ${length} then ${sql.lit(fault.too_short)}
          when length(number) > ${length} then ${sql.lit(fault.too_long)}
          when series <> '' and series !~ '^[A-Z0-9Đ/-]{1,10}$' then ${sql.lit(fault.series)}
          else ${value_fault}
        end, present.fault) as fault
      from (
        select line_no, number, case when is_usual then series else upper(series) end as series, is_usual,
          case when quantity = '' then 1 when is_usual then quantity::integer else ${wholeNumber('quantity')} end as pieces,
          case when price = '' then ${sql.lit(upload.face_value)} when is_usual then price::integer else ${wholeNumber('price')} end as each
        from raw offset 0
      ) typed left join (
        select number, series, min(fault) as fault from (${existing}) existing group by number, series
      ) present using (number, series)
      offset 0
    ) judged
    window same as (partition by number, series, fault is null order by line_no)
    order by number, series`.execute(db)
}

async function writeFaults(db: Db, { upload_id, number_length }: Upload): Promise<void> {
  const texts = JSON.stringify(faultTexts(number_length))
  await sql`delete from ticket_upload_fault where upload_id = ${upload_id}`.execute(db)
  await sql`
    insert into ticket_upload_fault (upload_id, line_no, number, series, quantity, price, error, fix)
      select ${upload_id}, line_no, nullif(left(r.number, 100), ''), nullif(left(r.series, 100), ''),
        nullif(left(raw.quantity, 100), ''), nullif(left(raw.price, 100), ''),
        t.error || coalesce(' ' || r.first_line, ''), t.fix
      from (select * from ${rowsTable(upload_id)} where fault is not null order by line_no limit ${max_faults_kept}) r
      join raw using (line_no)
      join jsonb_to_recordset(${texts}::jsonb) as t (fault integer, error text, fix text) using (fault)`.execute(db)
}

async function sumsOf(db: Db, { upload_id }: Upload): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select count(*) as row_count, count(*) filter (where fault is null) as good_count,
      count(*) filter (where fault in (${fault.in_stock}, ${fault.in_slip})) as existing_count,
      count(*) filter (where fault not in (${fault.in_stock}, ${fault.in_slip})) as fault_count,
      coalesce(sum(pieces) filter (where fault is null), 0) as quantity,
      coalesce(sum(pieces::bigint * each) filter (where fault is null), 0)::bigint as amount
    from ${rowsTable(upload_id)}`.execute(db)
  return rows[0]!
}
