/** Asks for a picture and its description, and inserts it at the cursor. */
import type { Editor } from '@tiptap/core'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { insertPicture } from './rich-text-table.ts'
import css from './rich-text.module.css'

/** Renders the control that uploads a picture; its value is the picture's address. */
export type ChoosePicture = (value: string | null, onChange: (value: string | null) => void) => ReactNode

interface PictureLineProps {
  editor: Editor
  choose: ChoosePicture
  onClose: () => void
}

export function PictureLine({ editor, choose, onClose }: PictureLineProps) {
  const [src, setSrc] = useState<string | null>(null)
  const [alt, setAlt] = useState('')
  const why_not = src === null ? 'Hãy chọn ảnh trước.' : alt.trim() === '' && 'Hãy ghi trong ảnh có gì.'
  function insert() {
    if (src === null || why_not) return
    insertPicture(editor, src, alt.trim())
    onClose()
  }
  // Enter and Escape act on this line only: they must not submit the form or close the dialog.
  function key(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') return insert()
    onClose()
    editor.commands.focus()
  }
  return (
    <div className={css.linkLine} role="group" aria-label="Ảnh">
      <div className={css.address}>
        <Field label="Ảnh trong bài">{choose(src, setSrc)}</Field>
        <Field label="Trong ảnh có gì">
          <TextInput
            value={alt}
            maxLength={150}
            placeholder="Cho người không xem được ảnh"
            onKeyDown={key}
            onChange={setAlt}
          />
        </Field>
      </div>
      <Button whyNot={why_not} onClick={insert}>
        Chèn ảnh
      </Button>
    </div>
  )
}
