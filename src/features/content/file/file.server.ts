import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AnswerOf } from '#contract/call.ts'
import { fold } from '#contract/fold.ts'
import type { Db } from '#server/database/transaction.ts'
import { keepPicture } from '#server/files/files.ts'
import { serve } from '#server/serve.ts'
import { file } from './file.contract.ts'
import { content_folders, isContentFolder } from './picture-folders.rules.ts'
import { picture_sizes_job } from './picture-sizes.jobs.ts'

export default serve(file, {
  upload: async ({ db, me, input: { folder_dir, file_name }, request, files, enqueue, fail }) => {
    if (!request.file) return fail('request_invalid', { fields: { file: 'Vui lòng chọn ảnh' } })
    const { picture } = request.file
    if (!picture)
      return fail('request_invalid', {
        fields: { file: 'Tệp không phải là ảnh JPG, PNG, WebP, GIF hoặc AVIF đọc được' },
      })
    // The name describes the picture and the digest identifies its content: the same picture always has the same address.
    const digest = createHash('sha256').update(picture.bytes)
    // A photo of a ticket or of papers proves who took it, so each person's upload is a separate file, and one only, whatever its name.
    const is_proof = folder_dir === 'order' || folder_dir === 'claim'
    if (is_proof) digest.update(`by ${me.user_id}`)
    const name = `${is_proof ? '' : `${slug(file_name)}-`}${digest.digest('hex').slice(0, 16)}`
    const path = `${folder_dir}/${name}.webp`
    const url = await keepPicture(db, files, { path, picture, created_by: me.user_id })
    if (isContentFolder(folder_dir)) await enqueue(db, picture_sizes_job, {}, picture_sizes_job)
    return { url, width: picture.width, height: picture.height }
  },

  info: async ({ db, input: { url }, fail }) => (await infoOf(db, url)) ?? fail('not_found'),

  focus: async ({ db, input: { url, focus_x, focus_y }, fail }) => {
    await db
      .updateTable('stored_file')
      .set({ focus_x, focus_y })
      .where('path', '=', pathOf(url))
      .where(is_content)
      .execute()
    return (await infoOf(db, url)) ?? fail('not_found')
  },
})

const pathOf = (url: string) => url.slice('/files/'.length)
const is_content = sql<boolean>`split_part(path, '/', 1) = any (${content_folders}::text[])`

async function infoOf(db: Db, url: string): Promise<AnswerOf<typeof file.info> | undefined> {
  const info = await db
    .selectFrom('stored_file')
    .select([sql<number>`width`.as('width'), sql<number>`height`.as('height'), 'focus_x', 'focus_y'])
    .where('path', '=', pathOf(url))
    .where(is_content)
    .where('width', 'is not', null)
    .executeTakeFirst()
  return info && { url, ...info }
}

/** 'Tết Bính Ngọ (1).PNG' → 'tet-binh-ngo-1'. */
function slug(file_name: string): string {
  const plain = fold(file_name.replace(/\.[^.]*$/, ''))
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return plain.slice(0, 60) || 'anh'
}
