/** Deletes pictures that no content has shown for a while: a recent change may still be reverted. */
import { sql } from 'kysely'
import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { picture_formats, sizedAddress } from '#contract/picture-sizes.ts'
import { content_folders } from './picture-folders.rules.ts'

const program_name = 'Dọn ảnh không còn dùng'

type Context = Pick<JobContext, 'main' | 'files'>

/** The tables whose `image_url` shows a picture. A table that is missing here would lose its pictures. */
export const picture_tables = ['banner', 'food', 'home_popup', 'post', 'product_display'] as const
/** The tables whose `content` may have pictures between its words. */
const text_tables = ['config_file_version', 'home_popup', 'post'] as const

const allOf = (column: string, tables: readonly string[]) =>
  sql.join(
    tables.map((table) => sql`select ${sql.ref(column)} from ${sql.table(table)}`),
    sql` union all `,
  )
const is_shown = sql`(
  exists (select from (${allOf('image_url', picture_tables)}) shown where shown.image_url = '/files/' || f.path)
  or exists (select from (${allOf('content', text_tables)}) written where strpos(written.content, f.path) > 0))`
// Deleting a file of a distant store takes a while, during which the transaction waits.
const batch_size = 20
const max_batches = 25

/** Every night at 2:40: deletes pictures that have been unused for 30 days. */
export const unusedPicturesJob = (context: Context): CronJob =>
  cronJob('unused-pictures', { cron: '40 2 * * *', run: () => removeUnusedPictures(context) })

/** Records which pictures are unused, and deletes those that have been for thirty days. Repeating it does no harm. */
export async function removeUnusedPictures({ main, files }: Context): Promise<void> {
  await asProgram(main, program_name, (db) =>
    sql`update stored_file f set unused_since = case when ${is_shown} then null else now() end
      where split_part(path, '/', 1) = any (${content_folders}::text[]) and (unused_since is not null) = ${is_shown}`.execute(
      db,
    ),
  )
  for (let batch = 0; batch < max_batches; batch++) if ((await removeBatch({ main, files })) < batch_size) return
}

/** Returns how many pictures it deleted. One that is being uploaded again is left out. */
function removeBatch({ main, files }: Context): Promise<number> {
  return asProgram(main, program_name, async (db) => {
    const { rows } = await sql<{ path: string; widths: number[] | null }>`
      delete from stored_file where path in (
        select path from stored_file f where unused_since < now() - interval '30 days' and not ${is_shown}
          limit ${batch_size} for update skip locked)
      returning path, widths`.execute(db)
    // Before the commit, so that a file that could not be deleted is tried again.
    for (const { path, widths } of rows) {
      for (const width of widths ?? [])
        for (const format of picture_formats) await files.remove(sizedAddress(path, width, format))
      await files.remove(path)
    }
    return rows.length
  })
}
