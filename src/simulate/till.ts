/** A till or the app as a client: it signs, and repeats under the same transid when no answer came. */
import { setTimeout as sleep } from 'node:timers/promises'
import { keyOf, type PosWithKey } from './devices.ts'
import { signatureOf } from './signing.ts'

export interface Answer {
  code: number
  message: string
  /** What the call answers; null of a refusal. */
  data: unknown
  /** How long the try took that was answered. */
  ms: number
}

/** What went on between the tills and the program beside its answers. */
export interface Traffic {
  /** Asked again, because no answer came or the program was busy. */
  repeated: number
  /** Answers of 500 and above that do not say 'busy'. */
  faults: string[]
}

type Try = Answer | { again: string }

const max_tries = 12
const longest_answer_ms = 20_000

export type Till = (method: 'GET' | 'POST', path: string, input: Record<string, unknown>) => Promise<Answer>

/** @throws when there was no answer at all, however often it was asked. */
export function openTill(url: string, pos: PosWithKey, traffic: Traffic): Till {
  const signer = { device_code: pos.device_code, private_key: keyOf(pos) }
  const ask = async (method: string, path: string, body: string | null): Promise<Try> => {
    const since = performance.now()
    const answer = await fetch(url + path, {
      method,
      body,
      headers: {
        ...signatureOf({ method, path, body }, signer),
        ...(body !== null && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(longest_answer_ms),
    })
    if (answer.status === 429 || answer.status === 503) {
      await answer.body?.cancel()
      return { again: `HTTP ${answer.status}` }
    }
    if (answer.status >= 500) {
      const text = await answer.text()
      traffic.faults.push(`${method} ${path.split('?')[0]}: HTTP ${answer.status} ${text.slice(0, 200)}`)
      return { again: `HTTP ${answer.status}` }
    }
    const { error, data } = (await answer.json()) as { error: { code: number; message: string }; data: unknown }
    return { ...error, data, ms: performance.now() - since }
  }
  return async (method, path, input) => {
    const query = new URLSearchParams(
      Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString()
    const [to, body] = method === 'GET' ? [query ? `${path}?${query}` : path, null] : [path, JSON.stringify(input)]
    let last = ''
    for (let tries = 0; tries < max_tries; tries++) {
      if (tries > 0) {
        traffic.repeated++
        await sleep(Math.min(4_000, 100 * 2 ** tries))
      }
      const answer = await ask(method, to, body).catch((error: Error) => ({ again: String(error.cause ?? error) }))
      if (!('again' in answer)) return answer
      last = answer.again
    }
    throw new Error(`${method} ${path}: no answer after ${max_tries} tries (${last})`)
  }
}
