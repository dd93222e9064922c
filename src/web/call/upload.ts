/** Uploads a file together with a call's fields: like `send`, with progress and cancellation. */
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { channel, toQuery } from '#contract/wire.ts'
import { connectionLost } from './connection.ts'
import { answerFrom, ConnectionError, connectionMessage, newTransid } from './send.ts'
import { token } from '#web/session/session.ts'

export interface UploadOptions {
  /** Called with the share of the file that was sent, 0 to 1. */
  onProgress?: (share: number) => void
  /** Cancels the upload; the promise then rejects with an AbortError. */
  signal?: AbortSignal
  /** Idempotency key: the same on every retry with this file. */
  transid?: string
}

/** Without progress or an answer for this long, the connection counts as lost. */
const stall_timeout_ms = 120_000

/** Uploads the file. Rejects like `send`, and with an AbortError when cancelled. */
export async function upload<C extends Call>(
  call: C,
  fields: InputOf<C>,
  file: File,
  { onProgress, signal, transid = newTransid() }: UploadOptions = {},
): Promise<AnswerOf<C>> {
  const bearer = token()
  const content = (call.stream ? asStream : asForm)(call, fields as Record<string, unknown>, file, transid)
  const response = await transfer(call, content, { bearer, transid, onProgress, signal })
  return answerFrom(call, response, { transid, bearer })
}

interface UploadContent {
  url: string
  headers: Record<string, string>
  body: File | FormData
}

/** The file is the body and the fields are in the query: the browser streams it from disk, so it may be larger than memory. */
function asStream(call: Call, fields: Record<string, unknown>, file: File, transid: string): UploadContent {
  return {
    url: `${call.path}?${toQuery(fields)}`,
    headers: {
      channel,
      transid,
      'x-file-name': encodeURIComponent(file.name),
      'Content-Type': 'application/octet-stream',
    },
    body: file,
  }
}

function asForm(call: Call, fields: Record<string, unknown>, file: File, transid: string): UploadContent {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...fields, channel, transid })) body.append(name, String(value))
  body.append('file', file)
  return { url: call.path, headers: {}, body }
}

interface Transfer {
  bearer: string | null
  transid: string
  onProgress: UploadOptions['onProgress']
  signal: AbortSignal | undefined
}

// XMLHttpRequest, because fetch() does not report the progress of a request body.
function transfer(
  call: Call,
  content: UploadContent,
  { bearer, transid, onProgress, signal }: Transfer,
): Promise<Response> {
  const request = new XMLHttpRequest()
  return new Promise<Response>((resolve, reject) => {
    const abort = () => request.abort()
    const onConnectionLost = () => {
      connectionLost()
      reject(new ConnectionError(connectionMessage(call), transid, true))
    }
    const aborted = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    const stall = startTimeout(stall_timeout_ms, () => {
      onConnectionLost()
      request.abort()
    })
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      stall.restart()
      onProgress?.(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('load', () => {
      const headers = { 'Retry-After': request.getResponseHeader('Retry-After') ?? '' }
      resolve(new Response(request.responseText, { status: request.status, headers }))
    })
    request.addEventListener('error', onConnectionLost)
    request.addEventListener('abort', aborted)
    request.addEventListener('loadend', () => {
      stall.clear()
      signal?.removeEventListener('abort', abort)
    })
    signal?.addEventListener('abort', abort)
    request.open(call.method, content.url)
    request.setRequestHeader('Accept', 'application/json')
    for (const [name, value] of Object.entries(content.headers)) request.setRequestHeader(name, value)
    if (bearer !== null) request.setRequestHeader('Authorization', `Bearer ${bearer}`)
    if (signal?.aborted) {
      stall.clear()
      aborted()
    } else request.send(content.body)
  })
}

/** A timeout that can be restarted. */
function startTimeout(milliseconds: number, onTimeout: () => void) {
  let timer = setTimeout(onTimeout, milliseconds)
  return {
    restart: () => {
      clearTimeout(timer)
      timer = setTimeout(onTimeout, milliseconds)
    },
    clear: () => clearTimeout(timer),
  }
}
