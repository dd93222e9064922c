/** The control for text with a look, whose pictures are sent to the folder; without one it has none. */
import { RichTextInput, type RichTextInputProps } from '#web/ui/rich-text/rich-text-input.tsx'
import { ImageField } from './image-field.tsx'

type RichTextFieldProps = Omit<RichTextInputProps, 'choosePicture'> & { folder: string | undefined }

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
