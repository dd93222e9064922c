/** The control for a picture: sent at once by cms/file/upload, so that the form holds only its address. */
import { file as files } from '#features/content/file/file.contract.ts'
import type { InputOf } from '#contract/call.ts'
import { most_file_bytes } from '#contract/wire.ts'
import { newTransid, Refusal } from './send.ts'
import { ImageInput } from './ui/image-input.tsx'
import type { UploadImage } from './ui/use-image-upload.ts'
import { upload } from './upload.ts'

type Folder = InputOf<typeof files.upload>['folder_dir']

export interface ImageFieldProps {
  folder: string
  value: string | null
  onChange: (value: string | null) => void
  readOnly?: boolean
  onBlur?: () => void
}

// One file is one intent, however often it is tried.
const transids = new WeakMap<File, string>()

function transidOf(picture: File): string {
  const known = transids.get(picture) ?? newTransid()
  transids.set(picture, known)
  return known
}

export default function ImageField({ folder, ...control }: ImageFieldProps) {
  const send: UploadImage = async (picture, options) => {
    const fields = { folder_dir: folder as Folder, file_name: picture.name.slice(-200) || 'anh' }
    try {
      return (await upload(files.upload, fields, picture, { ...options, transid: transidOf(picture) })).url
    } catch (error) {
      const sentence = error instanceof Refusal ? error.data?.fields?.file : undefined
      throw sentence === undefined ? error : new Error(sentence)
    }
  }
  return <ImageInput upload={send} types={pictureTypes} maxSize={most_file_bytes} {...control} />
}

const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']
