/** Takes away the pictures of content that nothing shows any more, once that has been so for a while: what was changed may be taken back. */
import { sql } from 'kysely'
import { cronJob, type CronJob, type JobContext } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'

type Context = Pick<JobContext, 'main' | 'files'>

/** Pictures of orders and tickets prove something, so they are not among them. */
const folders = sql`array['banner', 'popup', 'food', 'post', 'terms', 'product']`
const is_shown = sql`exists (
  select from (
    select image_url from banner union all select image_url from home_popup union all select image_url from food
    union all select image_url from post union all select image_url from product_display) shown
  where shown.image_url = '/files/' || f.path)`
const at_once = 500

export const unusedPicturesJob = (context: Context): CronJob =>
  cronJob('unused-pictures', { cron: '40 2 * * *', run: () => removeUnusedPictures(context) })

/** Notes what is shown and what is not, and removes what was not for thirty days. Twice does no harm. */
export async function removeUnusedPictures({ main, files }: Context): Promise<void> {
  await asProgram(main, 'Dọn ảnh không còn dùng', async (db) => {
    await sql`update stored_file f set unused_since = case when ${is_shown} then null else now() end
      where split_part(path, '/', 1) = any (${folders}) and (unused_since is not null) = ${is_shown}`.execute(db)
    const { rows } = await sql<{ path: string }>`
      delete from stored_file where path in (
        select path from stored_file f where unused_since < now() - interval '30 days' and not ${is_shown} limit ${at_once})
      returning path`.execute(db)
    // Before the commit: what could not be taken away is tried again.
    for (const { path } of rows) await files.remove(path)
  })
}
