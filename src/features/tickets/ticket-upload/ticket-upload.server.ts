import { sql } from 'kysely'
import { kindOf } from '#contract/sheet/read-file.ts'
import { SheetError } from '#contract/sheet/sheet-error.ts'
import { contains, paginate } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import type { SpooledFile } from '#server/http/stream.ts'
import { storeFor } from '#features/tickets/base-store/store.server.ts'
import { periodToImport } from '#features/tickets/draw-area/period.server.ts'
import { ticketUpload, uploadStatus } from './ticket-upload.contract.ts'
import { findUpload, uploads } from './ticket-upload.query.server.ts'
import { check_job, clear_job, take_job } from './ticket-upload.jobs.ts'
import { whyNotCancel, whyNotTake } from './ticket-upload.rules.ts'

export default serve(ticketUpload, {
  upload: receive,

  list: ({ db, me, input }) => {
    const query = uploads(db, me)
      .where(contains('u.search', input.keyword))
      .$if(input.status != null, (q) => q.where('u.status', '=', input.status!))
      .$if(input.area_id != null, (q) => q.where('u.area_id', '=', input.area_id!))
      .$if(input.open_date != null, (q) => q.where('u.open_date', '=', input.open_date!))
      .orderBy('u.upload_id', 'desc')
    return paginate(db, query, input)
  },

  detail: async ({ db, me, input, fail }) => (await findUpload(db, me, input.upload_id)) ?? fail('not_found'),

  faults: async ({ db, me, input, fail }) => {
    if (!(await findUpload(db, me, input.upload_id))) fail('not_found')
    const faults = db
      .selectFrom('ticket_upload_fault')
      .selectAll()
      .select(sql<string>`vn_fold(concat_ws(' ', number, series, error))`.as('search'))
      .where('upload_id', '=', input.upload_id)
    const query = db
      .selectFrom(faults.as('f'))
      .select(['f.line_no', 'f.number', 'f.series', 'f.quantity', 'f.price', 'f.error', 'f.fix'])
      .where(contains('f.search', input.keyword))
      .orderBy('f.line_no')
    return paginate(db, query, input)
  },

  take,
  cancel,
})

async function receive({ db, me, input, request, enqueue, fail }: Context<typeof ticketUpload.upload>) {
  const spooled = request.spooled!
  const unreadable = whyUnreadable(spooled)
  if (unreadable !== null) fail('request_invalid', { message: unreadable })
  const { base_id } = await storeFor(db, me, input, fail)
  const { period_id, area_id, open_date } = await periodToImport(db, { ...input, base_id }, fail)
  const { name: file_name, digest: file_digest, size: file_size, spool_name } = spooled
  const { upload_id } = await db
    .insertInto('ticket_upload')
    .values({
      base_id,
      area_id,
      open_date,
      period_id,
      file_name,
      file_digest,
      file_size,
      spool_name,
      created_by: me.user_id,
    })
    .returning('upload_id')
    .executeTakeFirstOrThrow()
  await enqueue(db, check_job, { upload_id }, String(upload_id))
  spooled.keep()
  return (await findUpload(db, me, upload_id))!
}

/** Checks the first bytes only; the rest is checked when it is read. */
function whyUnreadable({ size, head }: SpooledFile): string | null {
  if (size === 0) return 'Tệp trống.'
  try {
    kindOf(head)
    return null
  } catch (error) {
    if (error instanceof SheetError) return error.message
    throw error
  }
}

async function take({ db, me, input: { upload_id }, enqueue, fail }: Context<typeof ticketUpload.take>) {
  const upload = (await findUpload(db, me, upload_id)) ?? fail('not_found')
  const reason = whyNotTake(upload)
  if (reason !== null) fail('action_invalid', { message: reason })
  if (upload.same_as !== null) fail('ticket_exists', { message: `Tệp này đã được nhập ở phiếu ${upload.same_as}.` })
  const { auto_approve } = await storeFor(db, me, upload, fail)
  const period = await periodToImport(db, upload, fail)
  if (auto_approve && !period.is_open) fail('auto_approve_period_not_opened')
  const updateResult = await db
    .updateTable('ticket_upload')
    .set({ status: uploadStatus.taking, taken_by: me.user_id, progress: 0, reason: null })
    .set({ version: sql<number>`version + 1` })
    .where('upload_id', '=', upload_id)
    .where('status', '=', uploadStatus.checked)
    .where(within(me, 'ticket_upload'))
    .executeTakeFirst()
  if (updateResult.numUpdatedRows === 0n) fail('action_invalid')
  // The job's key contains the version, so an import after a new check is another job.
  await enqueue(db, take_job, { upload_id }, `${upload_id}:${upload.version}`)
  return (await findUpload(db, me, upload_id))!
}

/** Running work cannot finish after this, because it commits only while the status is unchanged. */
async function cancel({ db, me, input: { upload_id }, enqueue, fail }: Context<typeof ticketUpload.cancel>) {
  const upload = (await findUpload(db, me, upload_id)) ?? fail('not_found')
  const reason = whyNotCancel(upload)
  if (reason !== null) fail('action_invalid', { message: reason })
  const cancelled = await db
    .updateTable('ticket_upload')
    .set({ status: uploadStatus.cancelled, finished_at: sql`clock_timestamp()`, version: sql<number>`version + 1` })
    .where('upload_id', '=', upload_id)
    .where('status', '<', uploadStatus.done)
    .where(within(me, 'ticket_upload'))
    .executeTakeFirst()
  if (cancelled.numUpdatedRows === 0n) fail('action_invalid', { message: 'Tệp vừa được nhập xong.' })
  await enqueue(db, clear_job, { upload_id }, String(upload_id))
  return (await findUpload(db, me, upload_id))!
}
