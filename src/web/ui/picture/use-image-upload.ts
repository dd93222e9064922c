/** The state of a picture's upload: refused, uploading, uploaded, or failed with a retry. */
import { useEffect, useRef, useState } from 'react'
import { sizeText } from '#web/ui/field/size-text.ts'

export type UploadImage = (
  file: File,
  options: { onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<string>

interface Setup {
  value: string | null
  onChange: (value: string | null) => void
  upload: UploadImage
  types: readonly string[]
  maxSize: number
}

interface State {
  file: File | null
  /** The file as it lies on this machine, seen before it has arrived. */
  preview: string | null
  /** 0 to 1 while it is on its way. */
  progress: number | null
  problem: string | null
  /** What it became. */
  url: string | null
}

const nothing: State = { file: null, preview: null, progress: null, problem: null, url: null }

export function useImageUpload(setup: Setup) {
  const [state, setState] = useState(nothing)
  const running = useRef<AbortController | null>(null)
  const before = useRef<string | null>(null)
  const latest = useRef(setup)
  useEffect(() => {
    latest.current = setup
  })
  useEffect(() => () => running.current?.abort(), [])
  const { file, url, problem, progress, preview } = state
  useEffect(
    () => () => {
      if (preview) URL.revokeObjectURL(preview)
    },
    [preview],
  )

  async function begin(picture: File) {
    // The value is empty until the upload is finished, so that a form saved meanwhile does not silently keep the old picture.
    if (running.current === null) before.current = setup.value
    running.current?.abort()
    const own = (running.current = new AbortController())
    const { signal } = own
    setup.onChange(null)
    setState({ ...nothing, file: picture, preview: URL.createObjectURL(picture), progress: 0 })
    const put = (change: Partial<State>) => !signal.aborted && setState((now) => ({ ...now, ...change }))
    const end = (value: string | null, change: Partial<State>) => {
      if (signal.aborted) return
      running.current = null
      put({ progress: null, preview: null, ...change })
      latest.current.onChange(value)
    }
    try {
      const arrived = await setup.upload(picture, { onProgress: (share) => put({ progress: share }), signal })
      end(arrived, { url: arrived })
    } catch (error) {
      end(before.current, { problem: error instanceof Error ? error.message : String(error) })
    }
  }

  function stop() {
    if (running.current === null) return
    running.current.abort()
    running.current = null
    setup.onChange(before.current)
  }

  function take(picture: File | undefined) {
    if (!picture) return
    const refusal = problemOf(picture, setup)
    if (refusal === null) return void begin(picture)
    stop()
    setState({ ...nothing, problem: refusal })
  }

  function giveUp() {
    stop()
    setState(nothing)
  }

  const done = url !== null && url === setup.value
  const retry = problem !== null && file ? () => void begin(file) : null
  return { file: preview || done ? file : null, preview, progress, problem, done, take, giveUp, retry }
}

function problemOf(file: File, { types, maxSize }: Setup): string | null {
  if (!types.includes(file.type)) return `“${file.name}” không phải là ảnh thuộc loại nhận được`
  if (file.size === 0) return `“${file.name}” là tệp rỗng`
  if (file.size > maxSize) return `Ảnh nặng ${sizeText(file.size)}, vượt quá ${sizeText(maxSize)}`
  return null
}
