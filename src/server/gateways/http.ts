/**
 * How gateways are called: within a time, with answers of a bounded size, not faster than agreed, and not at all for a while after faults
 * that follow one another. Whatever else is thrown, the gateway gave no answer that can be trusted.
 */
import { CircuitState, circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel'
import { RateLimiterMemory, RateLimiterQueue, RateLimiterQueueError } from 'rate-limiter-flexible'
import * as z from 'zod/mini'
import { GatewayError, type PayoutAnswer } from './gateway.ts'
import { observeBreaker, observeGateway } from '../metrics.ts'

/** Why there is no answer, and what staff read. */
const faults = {
  timeout: 'Cổng chi trả không trả lời kịp.',
  network: 'Không nối được hoặc mất kết nối với cổng chi trả.',
  signature: 'Chữ ký trong câu trả lời của cổng chi trả không đúng.',
  mismatch: 'Câu trả lời của cổng chi trả không khớp với yêu cầu.',
  breaker: 'Tạm ngừng gọi cổng chi trả vì lỗi liên tiếp.',
  limit: 'Quá nhiều yêu cầu đang chờ gửi tới cổng chi trả.',
} as const

export type Fault = keyof typeof faults

export const fault = (code: Fault, options?: ErrorOptions) => new GatewayError(code, faults[code], options)

/** Faults of the way there and back: they are what the breaker counts. */
const isTransportFault = (error: unknown) =>
  error instanceof GatewayError && (error.code === 'timeout' || error.code === 'network')

export interface ClientPolicy {
  /** For the whole call; reaching the other side has 10 seconds of it. */
  timeout_ms: number
  per_second: number
  /** So many wait for their second; more are refused. */
  most_queued: number
  /** After so many transport faults in a row nothing is sent for a while. */
  breaker_threshold: number
  breaker_reset_ms: number
}

/** MoMo asks its partners to wait for 30 seconds at least; nothing is published about how fast they may ask. */
const default_policy: ClientPolicy = {
  timeout_ms: 35_000,
  per_second: 20,
  most_queued: 400,
  breaker_threshold: 10,
  breaker_reset_ms: 10_000,
}

export interface Request {
  operation: string
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
  most_bytes?: number
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  json: unknown
}

/** Sends the request and makes something of its answer by `read`, which may find that it cannot be trusted. Throws GatewayError. */
export type Caller = <T>(request: Request, read: (answer: Answer) => T) => Promise<T>

export function openCaller(gateway: string, manners: Partial<ClientPolicy> = {}): Caller {
  const { timeout_ms, per_second, most_queued, breaker_threshold, breaker_reset_ms } = { ...default_policy, ...manners }
  const breaker = circuitBreaker(handleWhen(isTransportFault), {
    breaker: new ConsecutiveBreaker(breaker_threshold),
    halfOpenAfter: breaker_reset_ms,
  })
  const watch = (state: CircuitState) => observeBreaker(gateway, state === CircuitState.Closed ? 0 : 1)
  breaker.onStateChange(watch)
  watch(breaker.state)
  const queue = new RateLimiterQueue(new RateLimiterMemory({ points: per_second, duration: 1 }), {
    maxQueueSize: most_queued,
  })
  return async (request, read) => {
    const since = performance.now()
    let outcome = 'answered'
    try {
      await queue.removeTokens(1)
      return read(await breaker.execute(() => send(request, timeout_ms)))
    } catch (error) {
      const known = gatewayError(error)
      outcome = known.code
      throw known
    } finally {
      observeGateway(gateway, request.operation, outcome, (performance.now() - since) / 1_000)
    }
  }
}

function gatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  if (isBrokenCircuitError(error)) return fault('breaker', { cause: error })
  if (error instanceof RateLimiterQueueError) return fault('limit', { cause: error })
  return fault('network', { cause: error })
}

async function send({ method, url, headers, body, most_bytes = 65_536 }: Request, timeout_ms: number): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(timeout_ms)
    // A gateway that sends us elsewhere is not the one that we agreed with.
    const response = await fetch(url, { method, headers, body, redirect: 'error', signal })
    const text = await boundedText(response, most_bytes)
    if (response.status >= 500) throw new Error(`HTTP ${response.status}`)
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
  } catch (error) {
    throw fault(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network', { cause: error })
  }
}

async function boundedText({ body }: Response, most_bytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > most_bytes) throw new Error(`more than ${most_bytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The answer as this schema has it; anything else does not fit what was asked. */
export function readAs<S extends z.core.$ZodType>(schema: S, json: unknown): z.output<S> {
  const parsed = z.safeParse(schema, json)
  if (parsed.success) return parsed.data
  throw fault('mismatch', { cause: parsed.error })
}

/** What is known of a payment when the call about it gave no answer; `kept` is for calls that were kept from being made at all. */
export function unanswered(error: unknown, kept: 'unsent' | 'unknown'): PayoutAnswer {
  const { code, message } = gatewayError(error)
  return { outcome: code === 'breaker' || code === 'limit' ? kept : 'unknown', code, message, trans_id: null }
}

/** Refused before anything was sent: this order can never have been paid. */
export function refused(code: 'amount' | 'receiver', message: string): PayoutAnswer {
  return { outcome: 'failed', code, message, trans_id: null }
}
