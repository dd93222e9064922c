import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import { cx } from '#web/ui/base/cx.ts'
import { useFieldControl, useFieldNote } from '#web/ui/field/field-context.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { sizeText } from '#web/ui/field/size-text.ts'
import { Spinner } from '#web/ui/message/spinner.tsx'
import { useImageUpload, type UploadImage } from './use-image-upload.ts'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import css from './image-input.module.css'

export type ImageInputProps = {
  /** The picture's address; null while there is none. */
  value: string | null
  onChange: (value: string | null) => void
  /** Uploads a file and returns the picture's address; a rejection is shown at the field. */
  upload: UploadImage
  /** Media types: ['image/png', 'image/jpeg']. */
  types: readonly string[]
  /** The maximum size of a picture, in bytes. */
  maxSize: number
  readOnly?: boolean
  onBlur?: () => void
  id?: string
  'aria-label'?: string
}

const shortName = (type: string) => type.replace('image/', '').replace('jpeg', 'jpg').toUpperCase()

/** A picture that is chosen, dropped or pasted, uploaded at once, and shown. A native input below it serves keyboards and screen readers. */
export function ImageInput(props: ImageInputProps) {
  const { value, onChange, upload: _, types, maxSize, readOnly = false, onBlur, id, ...rest } = props
  const field = useFieldControl(id)
  const statusId = useId()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [isDragOver, setDragOver] = useState(false)
  const { progress, problem, preview, file, isDone, uploadIfValid, cancel, retry } = useImageUpload(props)
  useFieldNote(problem === null ? null : { kind: 'error', text: problem })
  usePaste(box, uploadIfValid, readOnly)

  const source = preview ?? value
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(false)
    if (!readOnly) uploadIfValid(event.dataTransfer.files[0])
  }
  const fileInput = (
    <input
      {...field}
      {...rest}
      aria-describedby={cx(field['aria-describedby'], statusId)}
      ref={input}
      // Nothing is saved while a picture is on its way: the form's value is empty until then.
      data-unreadable={progress !== null || undefined}
      type="file"
      className={css.input}
      accept={types.join(',')}
      disabled={readOnly}
      onBlur={() => progress === null && onBlur?.()}
      onChange={(event) => {
        uploadIfValid(event.target.files?.[0])
        // Otherwise choosing the same file again would raise no event.
        event.target.value = ''
      }}
    />
  )
  const remove = () => {
    cancel()
    onChange(null)
    input.current?.focus()
  }
  return (
    <div>
      <div
        ref={box}
        data-image-input
        className={cx(css.box, isDragOver && css.over, Boolean(source) && css.filled, readOnly && css.readOnly)}
        onDragOver={(event) => {
          event.preventDefault()
          setDragOver(!readOnly)
        }}
        onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setDragOver(false)}
        onDrop={drop}
      >
        {source && <Preview key={source} src={source} pending={progress !== null} file={file} />}
        <div className={css.side}>
          <div className={css.choose}>
            {!source && <Icon name="image" size={20} />}
            <span className={css.words}>
              <span className={css.call}>
                <strong>{source ? 'Đổi ảnh' : 'Chọn ảnh'}</strong>
                <span className={css.ways}>{source ? '' : ', kéo thả hoặc dán vào đây'}</span>
              </span>
              <span className={css.hint}>
                {types.map(shortName).join(', ')}; tối đa {sizeText(maxSize)}
              </span>
            </span>
            {fileInput}
          </div>
          {progress !== null && <UploadProgress share={progress} onCancel={cancel} />}
          {retry && (
            <Button size="sm" icon="refresh" onClick={retry}>
              Thử tải lại
            </Button>
          )}
          {value && progress === null && !readOnly && (
            <Button size="sm" variant="quiet" icon="trash" onClick={remove}>
              Bỏ ảnh
            </Button>
          )}
        </div>
      </div>
      <VisuallyHidden id={statusId}>{source ? 'Đã có ảnh.' : 'Chưa có ảnh.'}</VisuallyHidden>
      <div role="status">
        <VisuallyHidden>{progress !== null ? 'Đang tải ảnh lên' : isDone ? 'Đã tải ảnh lên' : ''}</VisuallyHidden>
      </div>
    </div>
  )
}

function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const isSent = share >= 1
  return (
    <div className={css.sending}>
      <Spinner />
      <progress className={css.bar} aria-label="Đang tải ảnh lên" max={1} value={isSent ? undefined : share} />
      <span className={css.share}>{isSent ? 'Đang xử lý' : `${Math.floor(share * 100)}%`}</span>
      <Button size="sm" variant="quiet" onClick={onCancel}>
        Hủy tải
      </Button>
    </div>
  )
}

function Preview({ src, pending, file }: { src: string; pending: boolean; file: File | null }) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [isBroken, setBroken] = useState(false)
  const details = [size && `${size.width} × ${size.height} px`, file && sizeText(file.size)].filter(Boolean)
  return (
    <figure className={css.preview}>
      {isBroken ? (
        <span className={css.broken}>
          <Icon name="image" size={20} /> Không xem được ảnh
        </span>
      ) : (
        <img
          className={cx(css.picture, pending && css.pending)}
          src={src}
          alt="Ảnh đã chọn"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth, height: naturalHeight })
          }
          onError={() => setBroken(true)}
        />
      )}
      <figcaption className={css.facts}>
        {file && <span className={css.name}>{file.name}</span>}
        <span>{details.join(' · ')}</span>
      </figcaption>
    </figure>
  )
}

/** Uploads a picture that is pasted anywhere in the form; if the form has several image inputs, into the focused one. */
function usePaste(
  box: React.RefObject<HTMLElement | null>,
  onPicture: (file: File | undefined) => void,
  readOnly: boolean,
) {
  const latest = useRef(onPicture)
  useEffect(() => {
    latest.current = onPicture
  })
  useEffect(() => {
    const form = box.current?.closest<HTMLElement>('form, [role=dialog]')
    if (!form || readOnly) return
    const paste = (event: ClipboardEvent) => {
      const [picture] = [...(event.clipboardData?.files ?? [])]
      const focused = document.activeElement?.closest('[data-image-input]') ?? box.current
      if (!picture || event.defaultPrevented || focused !== box.current) return
      event.preventDefault()
      latest.current(picture)
    }
    form.addEventListener('paste', paste)
    return () => form.removeEventListener('paste', paste)
  }, [box, readOnly])
}
