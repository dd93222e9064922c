// Load generator of bench-content.ts, run in a worker thread. It uses plain sockets because a client library would cost more CPU than the server.
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

export interface Load {
  port: number
  path: string
  /** Sent as If-None-Match; null for a phone without a cached response. */
  etag: string | null
  seconds: number
  connections: number
}

export interface Measurements {
  /** Number of responses by status code. */
  answers: Record<number, number>
  /** Responses whose status is not the most frequent one. */
  others: number
  lasted_ms: number
  p99_ms: number
}

const { port, path, etag, seconds, connections } = workerData as Load
const request = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${etag === null ? '' : `if-none-match: ${etag}\r\n`}\r\n`
/** A response that takes longer fails the bench. */
const response_timeout_ms = 10_000
const answers: Record<number, number> = {}
const times: number[] = []
const started_ms = performance.now()
const end = started_ms + seconds * 1_000

/** End of the first response in the received bytes; -1 while it is incomplete. */
function endOf(bytes: string): number {
  const head = bytes.indexOf('\r\n\r\n')
  if (head < 0) return -1
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(bytes.slice(0, head + 2))?.[1] ?? 0)
  const answer_end = head + 4 + length
  return bytes.length < answer_end ? -1 : answer_end
}

/** Sends requests over one connection until the time is over or the server closes it, as it does after a number of responses. */
function requestUntilClosed(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let bytes = ''
    let sent_at = 0
    const send = () => {
      sent_at = performance.now()
      socket.write(request)
    }
    // latin1 decodes one character per byte, so string lengths match content-length.
    socket.setEncoding('latin1')
    socket.once('connect', send)
    socket.on('data', (part: string) => {
      bytes += part
      if (endOf(bytes) < 0) return
      const status = Number(bytes.slice(9, 12))
      answers[status] = (answers[status] ?? 0) + 1
      times.push(performance.now() - sent_at)
      const is_last = /\r\nconnection: close/i.test(bytes)
      bytes = ''
      if (is_last || performance.now() > end) socket.end()
      else send()
    })
    socket.setTimeout(response_timeout_ms, () => socket.destroy(new Error('No answer came')))
    socket.once('error', reject)
    socket.once('close', () => resolve())
  })
}

/** A phone keeps one connection at a time, and opens the next one when the server closes it. */
async function runPhone(): Promise<void> {
  while (performance.now() < end) await requestUntilClosed()
}

await Promise.all(Array.from({ length: connections }, runPhone))
times.sort((a, b) => a - b)
const counts = Object.values(answers)
const measured: Measurements = {
  answers,
  others: counts.reduce((sum, count) => sum + count, 0) - Math.max(0, ...counts),
  lasted_ms: performance.now() - started_ms,
  p99_ms: times[Math.floor(times.length * 0.99)] ?? 0,
}
parentPort!.postMessage(measured)
