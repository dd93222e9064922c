import { createHash } from 'node:crypto'
import { fold } from '#contract/fold.ts'
import { keepPicture } from '#server/files/files.ts'
import { serve } from '#server/serve.ts'
import { file } from './file.contract.ts'

export default serve(file, {
  upload: async ({ db, me, input: { folder_dir, file_name }, visit, files, fail }) => {
    if (!visit.file) return fail('request_invalid', { fields: { file: 'Vui lòng chọn ảnh' } })
    const { picture } = visit.file
    if (!picture)
      return fail('request_invalid', {
        fields: { file: 'Tệp không phải là ảnh JPG, PNG, WebP, GIF hoặc AVIF đọc được' },
      })
    // The name says what it shows, the digest makes it one with its content: the same picture has one address for ever.
    const digest = createHash('sha256').update(picture.bytes)
    // A photo of a ticket or of papers proves who took it, so each person's upload is a file of its own.
    if (folder_dir === 'order' || folder_dir === 'claim') digest.update(`by ${me.user_id}`)
    const path = `${folder_dir}/${slug(file_name)}-${digest.digest('hex').slice(0, 16)}.webp`
    const url = await keepPicture(db, files, { path, picture, created_by: me.user_id })
    return { url, width: picture.width, height: picture.height }
  },
})

/** 'Tết Bính Ngọ (1).PNG' → 'tet-binh-ngo-1'. */
function slug(file_name: string): string {
  const plain = fold(file_name.replace(/\.[^.]*$/, ''))
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return plain.slice(0, 60) || 'anh'
}
