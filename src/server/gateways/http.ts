/**
 * Calls gateways with a timeout, a bound on the size of answers, a rate limit and a circuit breaker. Every error is a
 * GatewayError: there is no answer that can be trusted.
 */
import { CircuitState, circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError } from 'cockatiel'
import { RateLimiterMemory, RateLimiterQueue, RateLimiterQueueError } from 'rate-limiter-flexible'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { GatewayError, type PayoutAnswer } from './gateway.ts'
import { observeBreaker, observeGateway } from '#server/program/metrics.ts'

/** Why there is no answer, with the text for staff. */
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

/** The faults that the breaker counts. */
const isTransportFault = (error: unknown) =>
  error instanceof GatewayError && (error.code === 'timeout' || error.code === 'network')

export interface ClientPolicy {
  /** The maximum duration of the whole call. */
  timeout_ms: number
  per_second: number
  /** How many calls may wait for the rate limit; more are refused. */
  max_queued: number
  /** After this many transport faults in a row nothing is sent for `breaker_reset_ms`. */
  breaker_threshold: number
  breaker_reset_ms: number
  /** Gets one line when the breaker opens and one when the gateway answers again; single faults are seen in the metrics and at their payments. */
  log: Pick<Logger, 'error' | 'info'> | null
}

/** MoMo asks its partners to wait for at least 30 seconds; it publishes no rate limit. */
const default_policy: ClientPolicy = {
  timeout_ms: 35_000,
  per_second: 20,
  max_queued: 400,
  breaker_threshold: 10,
  breaker_reset_ms: 10_000,
  log: null,
}

export interface Request {
  operation: string
  method: 'GET' | 'POST'
  url: string
  headers?: Readonly<Record<string, string>>
  body?: string
  max_bytes?: number
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  json: unknown
}

/** Sends the request and reads its answer by `read`, which throws where it cannot be trusted. Throws GatewayError. */
export type Caller = <T>(request: Request, read: (answer: Answer) => T) => Promise<T>

export function openCaller(gateway: string, policy: Partial<ClientPolicy> = {}): Caller {
  const settings = { ...default_policy, ...policy }
  const { timeout_ms, per_second, max_queued, breaker_threshold, breaker_reset_ms, log } = settings
  const breaker = circuitBreaker(handleWhen(isTransportFault), {
    breaker: new ConsecutiveBreaker(breaker_threshold),
    halfOpenAfter: breaker_reset_ms,
  })
  let paused_ms: number | null = null
  const watch = (state: CircuitState) => {
    const is_closed = state === CircuitState.Closed
    observeBreaker(gateway, is_closed ? 0 : 1)
    // While it lasts the breaker opens again after each trial.
    if (is_closed === (paused_ms === null)) return
    if (paused_ms === null) log?.error({ gateway }, 'the gateway is away: what it has to do waits until it answers')
    else {
      const seconds = Math.round((performance.now() - paused_ms) / 100) / 10
      log?.info({ gateway, seconds }, 'the gateway answers again')
    }
    paused_ms = is_closed ? null : performance.now()
  }
  breaker.onStateChange(watch)
  watch(breaker.state)
  const queue = new RateLimiterQueue(new RateLimiterMemory({ points: per_second, duration: 1 }), {
    maxQueueSize: max_queued,
  })
  return async (request, read) => {
    const started_ms = performance.now()
    let outcome = 'answered'
    try {
      await queue.removeTokens(1)
      return read(await breaker.execute(() => send(request, timeout_ms)))
    } catch (error) {
      const failure = gatewayError(error)
      outcome = failure.code
      throw failure
    } finally {
      observeGateway(gateway, request.operation, outcome, (performance.now() - started_ms) / 1_000)
    }
  }
}

function gatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error
  if (isBrokenCircuitError(error)) return fault('breaker', { cause: error })
  if (error instanceof RateLimiterQueueError) return fault('limit', { cause: error })
  return fault('network', { cause: error })
}

async function send({ method, url, headers, body, max_bytes = 65_536 }: Request, timeout_ms: number): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(timeout_ms)
    // A gateway that redirects us is not the one that we agreed with.
    const response = await fetch(url, { method, headers, body, redirect: 'error', signal })
    const text = await boundedText(response, max_bytes)
    if (response.status >= 500) throw new Error(`HTTP ${response.status}`)
    return { status: response.status, headers: response.headers, text, json: JSON.parse(text) }
  } catch (error) {
    throw fault(error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'network', { cause: error })
  }
}

async function boundedText({ body }: Response, max_bytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > max_bytes) throw new Error(`more than ${max_bytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The answer as this schema has it; anything else is a mismatch. */
export function readAs<S extends z.core.$ZodType>(schema: S, json: unknown): z.output<S> {
  const parsed = z.safeParse(schema, json)
  if (parsed.success) return parsed.data
  throw fault('mismatch', { cause: parsed.error })
}

/** The state of a payment whose call failed: `not_called` when breaker or limit prevented the call, otherwise unknown. */
export function unanswered(error: unknown, not_called: 'unsent' | 'unknown'): PayoutAnswer {
  const { code, message } = gatewayError(error)
  return { outcome: code === 'breaker' || code === 'limit' ? not_called : 'unknown', code, message, trans_id: null }
}

/** Refused before anything was sent: this order can never have been paid. */
export function refused(code: 'amount' | 'receiver', message: string): PayoutAnswer {
  return { outcome: 'failed', code, message, trans_id: null }
}
