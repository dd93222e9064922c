/** One file to the server beside a call's fields: like `send`, but told of its progress and able to be given up. */
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { channel, toQuery } from '#contract/wire.ts'
import { connectionLost } from './connection.ts'
import { answerFrom, ConnectionError, connectionMessage, newTransid } from './send.ts'
import { token } from '#web/session/session.ts'

export interface UploadOptions {
  /** The share of the file that has left, 0 to 1. */
  onProgress?: (share: number) => void
  /** Gives it up; the promise then rejects with an AbortError. */
  signal?: AbortSignal
  /** The key of the intent: the same for every try with this file. */
  transid?: string
}

/** After so long without a byte leaving or an answer coming, the connection counts as lost. */
const patience_ms = 120_000

export async function upload<C extends Call>(
  call: C,
  fields: InputOf<C>,
  file: File,
  { onProgress, signal, transid = newTransid() }: UploadOptions = {},
): Promise<AnswerOf<C>> {
  const bearer = token()
  const order = (call.stream ? asStream : asForm)(call, fields as Record<string, unknown>, file, transid)
  const response = await transfer(call, order, { bearer, transid, onProgress, signal })
  return answerFrom(call, response, { transid, bearer })
}

interface Order {
  url: string
  headers: Record<string, string>
  body: File | FormData
}

/** The file alone is the body, sent as it is read from the disk: it may be larger than what fits into memory. */
function asStream(call: Call, fields: Record<string, unknown>, file: File, transid: string): Order {
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

function asForm(call: Call, fields: Record<string, unknown>, file: File, transid: string): Order {
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

// fetch() does not tell how much of a body has left; the older interface does.
function transfer(call: Call, order: Order, { bearer, transid, onProgress, signal }: Transfer): Promise<Response> {
  const request = new XMLHttpRequest()
  return new Promise<Response>((resolve, reject) => {
    const giveUp = () => request.abort()
    const lost = () => {
      connectionLost()
      reject(new ConnectionError(connectionMessage(call), transid, true))
    }
    const gaveUp = () => reject(new DOMException('The upload was given up', 'AbortError'))
    const patience = waiting(patience_ms, () => {
      lost()
      request.abort()
    })
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      patience.again()
      onProgress?.(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('load', () => {
      const headers = { 'Retry-After': request.getResponseHeader('Retry-After') ?? '' }
      resolve(new Response(request.responseText, { status: request.status, headers }))
    })
    request.addEventListener('error', lost)
    request.addEventListener('abort', gaveUp)
    request.addEventListener('loadend', () => {
      patience.end()
      signal?.removeEventListener('abort', giveUp)
    })
    signal?.addEventListener('abort', giveUp)
    request.open(call.method, order.url)
    request.setRequestHeader('Accept', 'application/json')
    for (const [name, value] of Object.entries(order.headers)) request.setRequestHeader(name, value)
    if (bearer !== null) request.setRequestHeader('Authorization', `Bearer ${bearer}`)
    if (signal?.aborted) {
      patience.end()
      gaveUp()
    } else request.send(order.body)
  })
}

function waiting(milliseconds: number, over: () => void) {
  let timer = setTimeout(over, milliseconds)
  return {
    again: () => {
      clearTimeout(timer)
      timer = setTimeout(over, milliseconds)
    },
    end: () => clearTimeout(timer),
  }
}
