/** Background jobs of uploads: check rows, import them as a slip, and clean up. */
import { day_ms } from '#contract/days.ts'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import { SheetError } from '#contract/sheet/sheet-error.ts'
import { queuedJob, type Task, type QueuedJob, type JobContext } from '#server/jobs/jobs.ts'
import { openOwnerConnection, type OwnerConnection } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { rowsTable, stageFile, type Sums, type Upload } from './stage-file.server.ts'
import { importUpload } from './import-upload.server.ts'
import { uploadStatus, type UploadStatus } from './ticket-upload.contract.ts'

export const check_job = 'ticket_upload.check'
export const take_job = 'ticket_upload.take'
export const clear_job = 'ticket_upload.clear'

interface UploadJob {
  upload_id: number
}

type UploadContext = Pick<JobContext, 'main' | 'url' | 'spool_dir'>

/**
 * Each takes the number of an upload. A refusal ends the upload with its sentence; another error is retried, and ends
 * it after the last try.
 */
export function ticketUploadJobs(context: JobContext): QueuedJob[] {
  return [
    queuedJob<UploadJob>(check_job, {
      title: 'Kiểm tra tệp vé',
      run: (data, task) => runStep(context, data, task, check),
    }),
    queuedJob<UploadJob>(take_job, {
      title: 'Nhập vé từ tệp',
      run: (data, task) => runStep(context, data, task, take),
    }),
    queuedJob<UploadJob>(clear_job, { title: 'Dọn tệp vé đã hủy', run: ({ upload_id }) => clear(context, upload_id) }),
  ]
}

type Step = (context: JobContext, upload: Upload & { status: UploadStatus }, task: Task) => Promise<void>

/** The upload was cancelled or finished by another run meanwhile. */
class Superseded extends Error {}

/** A refusal ends the upload with its reason; any other error is retried while retries are left. */
async function runStep(context: JobContext, { upload_id }: UploadJob, task: Task, step: Step): Promise<void> {
  const upload = await findUpload(context.main, upload_id)
  if (!upload) return
  try {
    await step(context, upload, task)
  } catch (error) {
    // Cancelled after the cancellation's own cleanup had found no session: the rows that were read since are left.
    if (await isCancelled(context.main, upload_id)) return await clear(context, upload_id)
    if (error instanceof Superseded) return
    if (error instanceof SheetError || error instanceof Failure) await fail(context, upload_id, error.message)
    else if (task.is_last) await fail(context, upload_id, 'Có lỗi khi xử lý tệp. Hãy tải lại.')
    if (!(error instanceof SheetError || error instanceof Failure)) throw error
  }
}

async function check(context: JobContext, upload: Upload & { status: UploadStatus }, { signal }: Task): Promise<void> {
  const { upload_id } = upload
  if (
    !(await advance(context.main, upload_id, [uploadStatus.received, uploadStatus.checking], {
      status: uploadStatus.checking,
    }))
  )
    return
  await inSession(context, upload_id, signal, (session) =>
    stageFile(context, session, upload, signal, (db, sums) => finish(db, upload_id, uploadStatus.checking, sums)),
  )
}

const checked_state = { status: uploadStatus.checked, progress: 100 }

async function finish(db: Db, upload_id: number, from: UploadStatus, sums: Sums, reason: string | null = null) {
  if (!(await advance(db, upload_id, [from], { ...checked_state, ...sums, reason }))) throw new Superseded()
}

async function take(context: JobContext, upload: Upload & { status: UploadStatus }, { signal }: Task): Promise<void> {
  const { upload_id, status } = upload
  if (status !== uploadStatus.taking) return
  const restage = (session: OwnerConnection, reason: string) =>
    stageFile(context, session, upload, signal, (db, sums) => finish(db, upload_id, uploadStatus.taking, sums, reason))
  await inSession(context, upload_id, signal, async (session) => {
    const outcome = await importUpload(session.db, upload_id)
    if (outcome === 'overtaken') throw new Superseded()
    if (outcome === 'rows lost')
      await restage(session, 'Máy chủ đã khởi động lại nên tệp được kiểm tra lại. Hãy xem kết quả rồi nhập.')
    if (outcome === 'rows changed')
      await restage(session, 'Có vé vừa được nhập từ nơi khác nên tệp được kiểm tra lại. Hãy xem kết quả rồi nhập.')
    if (outcome === 'done') await removeFile(context, upload.spool_name)
  })
}

/** Long work uses a connection with a name, so that an earlier or cancelled run can be found and stopped. */
async function inSession(
  { url }: JobContext,
  upload_id: number,
  signal: AbortSignal,
  run: (session: OwnerConnection) => Promise<void>,
): Promise<void> {
  const session = await openOwnerConnection(url, sessionName(upload_id))
  const stop = () => void session.client.end().catch(() => undefined)
  signal.addEventListener('abort', stop)
  try {
    await stopOthers(session.db, upload_id)
    // The planner has no statistics of a freshly filled table; it must not choose nested loops over a million rows.
    await sql`select set_config('statement_timeout', '10min', false), set_config('work_mem', '128MB', false),
      set_config('temp_buffers', '32MB', false), set_config('synchronize_seqscans', 'off', false), set_config('default_statistics_target', '10', false), set_config('enable_nestloop', 'off', false)`.execute(
      session.db,
    )
    await run(session)
  } finally {
    signal.removeEventListener('abort', stop)
    await session.end()
  }
}

const sessionName = (upload_id: number) => `ve-so-upload-${upload_id}`

/** Ends the other connections of the upload, and waits up to ten seconds until they and their locks are gone. */
async function stopOthers(db: Db, upload_id: number): Promise<void> {
  await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where application_name = ${sessionName(upload_id)} and pid <> pg_backend_pid() and datname = current_database()`.execute(
    db,
  )
}

async function clear(context: UploadContext, upload_id: number): Promise<void> {
  await asOwner(context, async (db) => {
    await stopOthers(db, upload_id)
    await sql`drop table if exists ${rowsTable(upload_id)}`.execute(db)
  })
  const upload = await findUpload(context.main, upload_id)
  if (upload) await removeFile(context, upload.spool_name)
}

/** The tables of rows belong to the database's owner, so the owner's connection drops them. */
async function asOwner({ url }: UploadContext, run: (db: Db) => Promise<void>): Promise<void> {
  const { db, end } = await openOwnerConnection(url, 've-so-upload-clear')
  await run(db).finally(end)
}

async function fail(context: JobContext, upload_id: number, reason: string): Promise<void> {
  const under_way = [uploadStatus.received, uploadStatus.checking, uploadStatus.taking]
  const finished_at = sql<string>`clock_timestamp()`
  await advance(context.main, upload_id, under_way, { status: uploadStatus.failed, reason, finished_at })
  await clear(context, upload_id)
}

type UploadChange = Partial<Sums> & {
  status: UploadStatus
  progress?: number
  reason?: string | null
  finished_at?: ReturnType<typeof sql<string>>
}

/** Moves an upload to another status if it is still in one of `from`. */
async function advance(
  db: Db,
  upload_id: number,
  from: readonly UploadStatus[],
  change: UploadChange,
): Promise<boolean> {
  const movedUpload = await db
    .updateTable('ticket_upload')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('upload_id', '=', upload_id)
    .where('status', 'in', [...from])
    .executeTakeFirst() // unscoped: the program's own work
  return movedUpload.numUpdatedRows > 0n
}

async function findUpload(db: Db, upload_id: number) {
  return db
    .selectFrom('ticket_upload as u')
    .innerJoin('draw_area as a', 'a.area_id', 'u.area_id')
    .select([
      'u.upload_id',
      'u.status',
      'u.spool_name',
      'u.file_name',
      'u.file_size',
      'u.open_date',
      'u.area_id',
      'u.base_id',
    ])
    .select(['a.number_length', 'a.face_value'])
    .$narrowType<{ status: UploadStatus }>()
    .where('u.upload_id', '=', upload_id)
    .executeTakeFirst() // unscoped: the program's own work
}

async function isCancelled(db: Db, upload_id: number): Promise<boolean> {
  return (await findUpload(db, upload_id))?.status === uploadStatus.cancelled
}

async function removeFile({ spool_dir }: UploadContext, spool_name: string): Promise<void> {
  await rm(join(spool_dir, spool_name), { force: true })
}

/** Deletes uploads that were not confirmed for a week, files of yesterday without an upload, and tables without one. */
export async function sweepUploads(context: UploadContext): Promise<void> {
  const { main, spool_dir } = context
  const stale = await main
    .selectFrom('ticket_upload') // unscoped: cleanup by the program, for everybody
    .select('upload_id')
    .where('status', 'in', [uploadStatus.received, uploadStatus.checking, uploadStatus.checked, uploadStatus.taking])
    .where('created_at', '<', sql<string>`now() - interval '7 days'`)
    .execute()
  for (const { upload_id } of stale) {
    const finished_at = sql<string>`clock_timestamp()`
    const reason = 'Quá 7 ngày không được nhập.'
    const open = [uploadStatus.received, uploadStatus.checking, uploadStatus.checked, uploadStatus.taking]
    await advance(main, upload_id, open, { status: uploadStatus.cancelled, reason, finished_at })
    await clear(context, upload_id)
  }
  for (const upload_id of await abandonedTables(main))
    await asOwner(context, async (db) => void (await sql`drop table if exists ${rowsTable(upload_id)}`.execute(db)))
  const in_use = new Set(await spoolNamesInUse(main))
  for (const spool_name of await readdir(spool_dir).catch(() => [])) {
    // Null when a job has just deleted it.
    const file = await stat(join(spool_dir, spool_name)).catch(() => null)
    if (file && !in_use.has(spool_name) && Date.now() - file.mtimeMs > day_ms) await removeFile(context, spool_name)
  }
}

async function spoolNamesInUse(db: Db): Promise<string[]> {
  const open = await db
    .selectFrom('ticket_upload') // unscoped: cleanup by the program, for everybody
    .select('spool_name')
    .where('status', '<', uploadStatus.done)
    .execute()
  return open.map(({ spool_name }) => spool_name)
}

/** Tables of rows whose upload has ended or does not exist. */
async function abandonedTables(db: Db): Promise<number[]> {
  const { rows } = await sql<{ upload_id: number }>`
    select t.upload_id from (
      select substr(relname, 6)::integer as upload_id from pg_class
      where relnamespace = 'upload'::regnamespace and relkind = 'r' and relname ~ '^rows_[0-9]+$') t
    left join ticket_upload u using (upload_id) -- unscoped: cleanup by the program, for everybody
    where u.status is null or u.status >= ${uploadStatus.done}`.execute(db)
  return rows.map(({ upload_id }) => upload_id)
}
