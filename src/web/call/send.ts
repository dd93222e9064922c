/** Sends one call over the network and turns its answer into data or a failure. */
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import type { FailureData } from '#contract/errors.ts'
import { known_errors, type KnownError } from '#contract/known-errors.ts'
import { channel, toBody, toQuery, waited_header } from '#contract/wire.ts'
import { learnServerDate } from './clock.ts'
import { connectionLost, connectionWorks } from './connection.ts'
import { refuseToken, token } from '#web/session/session.ts'

/** A refusal of the server. With a `status` other than 200 it is a fault (HTTP 5xx) or a refusal of the HTTP layer. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: number
  /** Null for an error that the browser need not know by name; see known-errors.ts. */
  readonly error: KnownError | null
  readonly data: FailureData | null
  readonly status: number
  readonly transid: string
  /** Seconds, from the Retry-After header. */
  readonly retryAfter: number | null

  constructor(
    error: { code: number; message: string },
    data: FailureData | null,
    exchange: Exchange & { status: number },
  ) {
    super(error.message)
    this.code = error.code
    this.error = nameOf(error.code)
    this.data = data
    this.status = exchange.status
    this.transid = exchange.transid
    this.retryAfter = exchange.retryAfter ?? null
  }
}

function nameOf(code: number): KnownError | null {
  return (Object.keys(known_errors) as KnownError[]).find((name) => known_errors[name][0] === code) ?? null
}

/** No answer, or one that is not of our server. Where `sent` is true the call may have been carried out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly transid: string
  readonly sent: boolean

  constructor(message: string, transid: string, sent: boolean) {
    super(message)
    this.transid = transid
    this.sent = sent
  }
}

export type SendFailure = Refusal | ConnectionError

interface Exchange {
  transid: string
  retryAfter?: number | null
}

export interface SendOptions {
  /** Idempotency key: the same on every retry. By default a new one. */
  transid?: string
  /** When the person asked for it, by performance.now(): there the server's trace begins. */
  since?: number
  signal?: AbortSignal | undefined
  /** Lets the request finish when the page is closed. */
  keepalive?: boolean
  /** Milliseconds after which the call fails with a ConnectionError. */
  timeout?: number
}

const default_timeout_ms = 30_000

export interface Envelope {
  error: { code: number; message: string }
  data: unknown
}

const refusalListeners = new Set<(refusal: Refusal) => void>()

/** A new idempotency key. */
export function newTransid(): string {
  // randomUUID exists only in secure contexts: not over plain http from another machine.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

let requestProof: ((refusal: Refusal) => Promise<boolean>) | null = null

/** Sets the function that asks the person to prove their identity when a call requires it; it returns false when they cancel. */
export function onProofRequired(prompt: typeof requestProof): void {
  requestProof = prompt
}

/** Makes a call. Rejects with a Refusal or a ConnectionError. */
export async function send<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: SendOptions = {},
): Promise<AnswerOf<C>> {
  const intent = { ...options, transid: options.transid ?? newTransid() }
  try {
    return await sendOnce(call, input, intent)
  } catch (error) {
    const needsProof = error instanceof Refusal && error.error === 'proof_required'
    if (!needsProof || !(await requestProof?.(error))) throw error
    // The server has done nothing yet, so the request is sent again with the same transid.
    return sendOnce(call, input, intent)
  }
}

async function sendOnce<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: SendOptions & { transid: string },
): Promise<AnswerOf<C>> {
  const { transid } = options
  const bearer = token()
  if (!navigator.onLine) {
    connectionLost()
    throw new ConnectionError(connectionMessage(call), transid, false)
  }
  const response = await request(call, input as Record<string, unknown>, { ...options, bearer })
  return answerFrom(call, response, { transid, bearer })
}

/** The answer in a response; rejects like `send`. Used by every way of sending. */
export async function answerFrom<C extends Call>(
  call: C,
  response: Response,
  { transid, bearer }: { transid: string; bearer: string | null },
): Promise<AnswerOf<C>> {
  const envelope = await readEnvelope(response)
  if (envelope === null) throw new ConnectionError(connectionMessage(call), transid, true)
  connectionWorks()
  const retryAfter = Number(response.headers.get('Retry-After')) || null
  return dataOf(envelope, { transid, status: response.status, retryAfter, bearer }) as AnswerOf<C>
}

/** The data of an envelope; throws the refusal where it has an error. */
export function dataOf(
  { error, data }: Envelope,
  { bearer, ...exchange }: Exchange & { status: number; bearer: string | null },
): unknown {
  if (error.code === 0) return data
  const refusal = new Refusal(error, data as FailureData | null, exchange)
  if (isTokenRefused(refusal)) refuseToken(bearer)
  for (const listener of refusalListeners) listener(refusal)
  throw refusal
}

/** Whether the refusal means that the session has ended. */
export function isTokenRefused({ error }: Refusal): boolean {
  return error === 'token_invalid' || error === 'token_expired'
}

/** Calls the listener with every refusal of any call. Returns how to unsubscribe. */
export function onRefused(listener: (refusal: Refusal) => void): () => void {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}

/** Whether the result of the call is unknown: it may have been carried out. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ConnectionError ? error.sent : error instanceof Refusal && error.status >= 500
}

/** Sends a request and returns the HTTP response, unread. Rejects with a ConnectionError. */
export async function request(
  call: Call,
  input: Record<string, unknown>,
  options: SendOptions & { transid: string; bearer: string | null },
): Promise<Response> {
  const { url, rest } = fillPath(call, input)
  // Every call carries these beside its input.
  const common = { channel, transid: options.transid }
  const inQuery = call.method === 'GET'
  const headers = new Headers({ Accept: 'application/json' })
  if (options.bearer !== null) headers.set('Authorization', `Bearer ${options.bearer}`)
  if (!inQuery) headers.set('Content-Type', 'application/json')
  if (options.since !== undefined) headers.set(waited_header, String(Math.round(performance.now() - options.since)))
  const limit = AbortSignal.timeout(options.timeout ?? default_timeout_ms)
  const sentAt = Date.now()
  try {
    const response = await fetch(inQuery ? `${url}?${toQuery({ ...rest, ...common })}` : url, {
      method: call.method,
      headers,
      body: inQuery ? null : JSON.stringify({ ...toBody(call, rest), ...common }),
      cache: 'no-store',
      credentials: 'same-origin',
      keepalive: options.keepalive ?? false,
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
    })
    learnServerDate(response.headers.get('Date'), sentAt, Date.now())
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    connectionLost()
    throw new ConnectionError(connectionMessage(call), options.transid, true)
  }
}

/** Puts the values of path parameters into the path; `rest` has the others. */
export function fillPath(call: Call, values: Record<string, unknown>) {
  const other_values = { ...values }
  const url = call.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = other_values[name]
    delete other_values[name]
    return encodeURIComponent(String(value))
  })
  return { url, rest: other_values }
}

/** Null when the response is not of our server (a proxy's error page) or is truncated. */
async function readEnvelope(response: Response): Promise<Envelope | null> {
  try {
    const body = (await response.json()) as Partial<Envelope> | null
    return typeof body?.error?.code === 'number' ? (body as Envelope) : null
  } catch {
    return null
  }
}

/** The message of a ConnectionError. */
export function connectionMessage(call: Call): string {
  return /\/(change_password|change_pass|get_role_by_user)$/.test(call.name)
    ? 'Không thể kết nối đến server'
    : 'Có lỗi xảy ra khi kết nối đến server'
}
