/** The form control for a picture: uploaded at once by cms/file/upload, so that the form holds only its address. */
import type { InputOf } from '#contract/call.ts'
import { max_file_bytes } from '#contract/wire.ts'
import { newTransid, Refusal } from '#web/call/send.ts'
import { ImageInput } from '#web/ui/picture/image-input.tsx'
import type { UploadImage } from '#web/ui/picture/use-image-upload.ts'
import { upload } from '#web/call/upload.ts'
import type { ImageFieldProps } from '#web/route/product-parts.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { file as files } from './file.contract.ts'
import { isContentFolder } from './picture-folders.rules.ts'

type Folder = InputOf<typeof files.upload>['folder_dir']

// One transid for each file, however often the upload is tried.
const transids = new WeakMap<File, string>()

function transidOf(picture: File): string {
  const transid = transids.get(picture) ?? newTransid()
  transids.set(picture, transid)
  return transid
}

const PictureFocus = lazyPart(() => import('./picture-focus.screen.tsx'))

export default function ImageField({ folder, cut = false, ...control }: ImageFieldProps) {
  const send: UploadImage = async (picture, options) => {
    const fields = { folder_dir: folder as Folder, file_name: picture.name.slice(-200) || 'anh' }
    try {
      return (await upload(files.upload, fields, picture, { ...options, transid: transidOf(picture) })).url
    } catch (error) {
      const sentence = error instanceof Refusal ? error.data?.fields?.file : undefined
      throw sentence === undefined ? error : new Error(sentence)
    }
  }
  const { value, readOnly = false } = control
  return (
    <>
      <ImageInput upload={send} types={picture_types} maxSize={max_file_bytes} {...control} />
      {cut && value && isContentFolder(folder) && <PictureFocus key={value} url={value} readOnly={readOnly} />}
    </>
  )
}

const picture_types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
