import { type DragEvent, useRef, useState } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { useFieldControl } from './field-context.ts'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { sizeText } from './size-text.ts'
import css from './file-input.module.css'

export type FileInputProps = {
  files: readonly File[]
  onChange: (files: File[]) => void
  /** The native attribute `accept`: '.xlsx,.csv', 'image/*'. */
  accept?: string
  multiple?: boolean
  /** Which files are accepted: 'Excel hoặc CSV, tối đa 20 MB'. */
  hint?: string
  id?: string
  'aria-label'?: string
}

/** An area to drop files on; a transparent native input covers it, for keyboards and screen readers. */
export function FileInput({ files, onChange, accept, multiple, hint, id, ...rest }: FileInputProps) {
  const field = useFieldControl(id)
  const input = useRef<HTMLInputElement>(null)
  const [isDragOver, setDragOver] = useState(false)
  function take(list: FileList | null) {
    if (list?.length) onChange(multiple ? [...files, ...list] : [...list].slice(0, 1))
    if (input.current) input.current.value = ''
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setDragOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div>
      <div
        className={cx(css.zone, isDragOver && css.over)}
        onDragOver={(event) => {
          event.preventDefault()
          setDragOver(true)
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" size={20} />
        <span className={css.words}>
          <strong className={css.choose}>Chọn tệp</strong> hoặc kéo thả vào đây
          {hint && <span className={css.hint}>{hint}</span>}
        </span>
        <input
          {...field}
          {...rest}
          ref={input}
          type="file"
          className={css.input}
          accept={accept}
          multiple={multiple}
          onChange={(event) => take(event.target.files)}
        />
      </div>
      {files.length > 0 && (
        <ul className={css.files}>
          {files.map((file, index) => (
            <li key={index} className={css.file}>
              <Icon name="document" />
              <span className={css.name}>{file.name}</span>
              <span className={css.size}>{sizeText(file.size)}</span>
              <IconButton
                size="sm"
                icon="close"
                label={`Bỏ ${file.name}`}
                onClick={() => onChange(files.filter((_, other_index) => other_index !== index))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
