/** API client of a till or the app: signs its requests, and retries with the same transid when there is no response. */
import { setTimeout as sleep } from 'node:timers/promises'
import { privateKeyOf, type PosWithKey } from './devices.ts'
import { signatureOf } from './signing.ts'

export interface Answer {
  code: number
  message: string
  /** The response data; null when the call was refused. */
  data: unknown
  /** Duration of the attempt that was answered, in milliseconds. */
  ms: number
}

/** Retries and faults of all tills. */
export interface Traffic {
  /** Number of retries because of a missing response or a busy program. */
  repeated: number
  /** Responses with status 500 or above, except for "busy". */
  faults: string[]
}

type Attempt = Answer | { retry_reason: string }

const max_tries = 12
const response_timeout_ms = 20_000

export type Till = (method: 'GET' | 'POST', path: string, input: Record<string, unknown>) => Promise<Answer>

/** @throws when no attempt was answered */
export function openTill(url: string, pos: PosWithKey, traffic: Traffic): Till {
  const signer = { device_code: pos.device_code, private_key: privateKeyOf(pos) }
  const send = async (method: string, path: string, body: string | null): Promise<Attempt> => {
    const started_ms = performance.now()
    const answer = await fetch(url + path, {
      method,
      body,
      headers: {
        ...signatureOf({ method, path, body }, signer),
        ...(body !== null && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(response_timeout_ms),
    })
    if (answer.status === 429 || answer.status === 503) {
      await answer.body?.cancel()
      return { retry_reason: `HTTP ${answer.status}` }
    }
    if (answer.status >= 500) {
      const text = await answer.text()
      traffic.faults.push(`${method} ${path.split('?')[0]}: HTTP ${answer.status} ${text.slice(0, 200)}`)
      return { retry_reason: `HTTP ${answer.status}` }
    }
    const { error, data } = (await answer.json()) as { error: { code: number; message: string }; data: unknown }
    return { ...error, data, ms: performance.now() - started_ms }
  }
  return async (method, path, input) => {
    const query = new URLSearchParams(
      Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString()
    const [address, body] = method === 'GET' ? [query ? `${path}?${query}` : path, null] : [path, JSON.stringify(input)]
    let last_reason = ''
    for (let tries = 0; tries < max_tries; tries++) {
      if (tries > 0) {
        traffic.repeated++
        await sleep(Math.min(4_000, 100 * 2 ** tries))
      }
      const answer = await send(method, address, body).catch((error: Error) => ({
        retry_reason: String(error.cause ?? error),
      }))
      if (!('retry_reason' in answer)) return answer
      last_reason = answer.retry_reason
    }
    throw new Error(`${method} ${path}: no answer after ${max_tries} tries (${last_reason})`)
  }
}
