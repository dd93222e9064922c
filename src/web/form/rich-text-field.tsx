import { RichTextInput, type RichTextInputProps } from '#web/ui/rich-text/rich-text-input.tsx'
import { ImageField } from './image-field.tsx'

type RichTextFieldProps = Omit<RichTextInputProps, 'choosePicture'> & { folder: string | undefined }

/** The input for rich text. Pictures are uploaded to the folder; without one the text has no pictures. */
export function RichTextField({ folder, ...input }: RichTextFieldProps) {
  return (
    <RichTextInput
      {...input}
      choosePicture={
        folder === undefined
          ? undefined
          : (value, onChange) => <ImageField folder={folder} value={value} onChange={onChange} />
      }
    />
  )
}
