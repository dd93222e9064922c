/** One file to the server beside a call's fields: like `send`, but told of its progress and able to be given up. */
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { channel } from '#contract/wire.ts'
import { connectionLost } from './connection.ts'
import { answerFrom, ConnectionError, connectionMessage, newTransid } from './send.ts'
import { token } from './session.ts'

export interface UploadOptions {
  /** The share of the file that has left, 0 to 1. */
  onProgress?: (share: number) => void
  /** Gives it up; the promise then rejects with an AbortError. */
  signal?: AbortSignal
  /** The key of the intent: the same for every try with this file. */
  transid?: string
}

const patience_ms = 120_000

export async function upload<C extends Call>(
  call: C,
  fields: InputOf<C>,
  file: File,
  { onProgress, signal, transid = newTransid() }: UploadOptions = {},
): Promise<AnswerOf<C>> {
  const bearer = token()
  const form = new FormData()
  const texts = { ...fields, channel, transid }
  for (const [name, value] of Object.entries(texts)) form.append(name, String(value))
  form.append('file', file)
  const response = await transfer(call, form, { bearer, transid, onProgress, signal })
  return answerFrom(call, response, { transid, bearer })
}

interface Transfer {
  bearer: string | null
  transid: string
  onProgress: UploadOptions['onProgress']
  signal: AbortSignal | undefined
}

// fetch() does not tell how much of a body has left; the older interface does.
function transfer(call: Call, form: FormData, { bearer, transid, onProgress, signal }: Transfer): Promise<Response> {
  const request = new XMLHttpRequest()
  return new Promise<Response>((resolve, reject) => {
    const giveUp = () => request.abort()
    const lost = () => {
      connectionLost()
      reject(new ConnectionError(connectionMessage(call), transid, true))
    }
    const gaveUp = () => reject(new DOMException('The upload was given up', 'AbortError'))
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const headers = { 'Retry-After': request.getResponseHeader('Retry-After') ?? '' }
      resolve(new Response(request.responseText, { status: request.status, headers }))
    })
    request.addEventListener('error', lost)
    request.addEventListener('timeout', lost)
    request.addEventListener('abort', gaveUp)
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', giveUp))
    signal?.addEventListener('abort', giveUp)
    request.open(call.method, call.path)
    request.timeout = patience_ms
    request.setRequestHeader('Accept', 'application/json')
    if (bearer !== null) request.setRequestHeader('Authorization', `Bearer ${bearer}`)
    if (signal?.aborted) gaveUp()
    else request.send(form)
  })
}
