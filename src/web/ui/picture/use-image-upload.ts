/** The state of a picture's upload: refused, uploading, uploaded, or failed with a retry. */
import { useEffect, useRef, useState } from 'react'
import { sizeText } from '#web/ui/field/size-text.ts'

export type UploadImage = (
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<string>

interface ImageUploadSetup {
  value: string | null
  onChange: (value: string | null) => void
  upload: UploadImage
  types: readonly string[]
  maxSize: number
}

interface UploadState {
  file: File | null
  /** An object URL of the local file, shown until the upload is finished. */
  preview: string | null
  /** The uploaded share, from 0 to 1; null when nothing is being uploaded. */
  progress: number | null
  problem: string | null
  /** The address of the uploaded picture. */
  url: string | null
}

const initialState: UploadState = { file: null, preview: null, progress: null, problem: null, url: null }

/** Uploads one picture at a time; a new one, `cancel` and unmounting abort the running upload. `retry` is null unless the last upload failed. */
export function useImageUpload(setup: ImageUploadSetup) {
  const [state, setState] = useState(initialState)
  const runningUpload = useRef<AbortController | null>(null)
  const previousValue = useRef<string | null>(null)
  const latest = useRef(setup)
  useEffect(() => {
    latest.current = setup
  })
  useEffect(() => () => runningUpload.current?.abort(), [])
  const { file, url, problem, progress, preview } = state
  useEffect(
    () => () => {
      if (preview) URL.revokeObjectURL(preview)
    },
    [preview],
  )

  async function upload(picture: File) {
    // The value is empty until the upload is finished, so that a form saved meanwhile does not silently keep the old picture.
    if (runningUpload.current === null) previousValue.current = setup.value
    runningUpload.current?.abort()
    const controller = (runningUpload.current = new AbortController())
    const { signal } = controller
    setup.onChange(null)
    setState({ ...initialState, file: picture, preview: URL.createObjectURL(picture), progress: 0 })
    const update = (change: Partial<UploadState>) => !signal.aborted && setState((now) => ({ ...now, ...change }))
    const end = (value: string | null, change: Partial<UploadState>) => {
      if (signal.aborted) return
      runningUpload.current = null
      update({ progress: null, preview: null, ...change })
      latest.current.onChange(value)
    }
    try {
      const address = await setup.upload(picture, { onProgress: (share) => update({ progress: share }), signal })
      end(address, { url: address })
    } catch (error) {
      end(previousValue.current, { problem: error instanceof Error ? error.message : String(error) })
    }
  }

  function stop() {
    if (runningUpload.current === null) return
    runningUpload.current.abort()
    runningUpload.current = null
    setup.onChange(previousValue.current)
  }

  function uploadIfValid(picture: File | undefined) {
    if (!picture) return
    const refusal = problemOf(picture, setup)
    if (refusal === null) return void upload(picture)
    stop()
    setState({ ...initialState, problem: refusal })
  }

  function cancel() {
    stop()
    setState(initialState)
  }

  const isDone = url !== null && url === setup.value
  const retry = problem !== null && file ? () => void upload(file) : null
  return { file: preview || isDone ? file : null, preview, progress, problem, isDone, uploadIfValid, cancel, retry }
}

function problemOf(file: File, { types, maxSize }: ImageUploadSetup): string | null {
  if (!types.includes(file.type)) return `“${file.name}” không phải là ảnh thuộc loại nhận được`
  if (file.size === 0) return `“${file.name}” là tệp rỗng`
  if (file.size > maxSize) return `Ảnh nặng ${sizeText(file.size)}, vượt quá ${sizeText(maxSize)}`
  return null
}
