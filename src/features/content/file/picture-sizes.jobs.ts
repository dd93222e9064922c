/** Generates the smaller sizes of pictures that customers see: soon after the upload, and on a schedule for those that came another way. */
import { sql } from 'kysely'
import { sizedAddress } from '#contract/picture-sizes.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { smallerSizes } from '#server/files/picture.ts'
import { cronJob, queuedJob, type CronJob, type JobContext, type QueuedJob } from '#server/jobs/jobs.ts'
import { content_folders } from './picture-folders.rules.ts'

type Context = Pick<JobContext, 'main' | 'files'>

export const picture_sizes_job = 'picture-sizes'

/** Makes what sizes are missing of all pictures, whichever upload asked for it. */
export const pictureSizesJob = (context: Context): QueuedJob =>
  queuedJob(picture_sizes_job, {
    title: 'Tạo các cỡ ảnh',
    // Pictures that were uploaded meanwhile are found by one more query.
    rerun_if_enqueued: true,
    run: (_, { signal }) => makeSizes(context, signal),
  })

/** Every five minutes: the same, for pictures that came without an upload. */
export const pictureSizesCronJob = (context: Context): CronJob =>
  cronJob('picture-sizes.rest', { cron: '*/5 * * * *', run: () => makeSizes(context) })

const batch_size = 200
const is_without = sql`widths is null and split_part(path, '/', 1) = any (${content_folders}::text[])`

/** One after the other, each in its own transaction. Repeating it does no harm: a size is the same each time. */
export async function makeSizes(context: Context, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<{ path: string }>`
    select path from stored_file where ${is_without} order by path limit ${batch_size}`.execute(context.main)
  for (const { path } of rows) if (!signal?.aborted) await makeSizesOf(context, path)
}

async function makeSizesOf({ main, files }: Context, path: string): Promise<void> {
  await asProgram(main, 'Tạo các cỡ ảnh', async (db) => {
    const { rows } = await sql`
      select path from stored_file where path = ${path} and ${is_without} for update skip locked`.execute(db)
    if (rows.length === 0) return
    const original = await files.get(path)
    const sizes = original ? await smallerSizes(original) : []
    for (const { width, format, bytes } of sizes)
      await files.put(sizedAddress(path, width, format), bytes, `image/${format}`)
    const widths = [...new Set(sizes.map(({ width }) => width))]
    await sql`update stored_file set widths = ${widths}::smallint[] where path = ${path}`.execute(db)
  })
}
