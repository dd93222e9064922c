/** One call over the network: what is sent, and how each kind of answer comes back. */
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import type { FailureData } from '#contract/errors.ts'
import { known_errors, type KnownError } from '#contract/known-errors.ts'
import { channel, toBody, toQuery } from '#contract/wire.ts'
import { learnClock } from './clock.ts'
import { connectionLost, connectionWorks } from './connection.ts'
import { refuseToken, token } from '#web/session/session.ts'

/** The server refused the call. A `status` other than 200 is a fault of the transport, told by our own server. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: number
  /** Null where nothing here depends on which error it is. */
  readonly error: KnownError | null
  readonly data: FailureData | null
  readonly status: number
  readonly transid: string
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfter: number | null

  constructor(error: { code: number; message: string }, data: FailureData | null, sent: Sent & { status: number }) {
    super(error.message)
    this.code = error.code
    this.error = nameOf(error.code)
    this.data = data
    this.status = sent.status
    this.transid = sent.transid
    this.retryAfter = sent.retryAfter ?? null
  }
}

function nameOf(code: number): KnownError | null {
  return (Object.keys(known_errors) as KnownError[]).find((name) => known_errors[name][0] === code) ?? null
}

/** No answer came, or none of ours. A call that was perhaps `sent` may have been carried out. */
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

interface Sent {
  transid: string
  retryAfter?: number | null
}

export interface SendOptions {
  /** The key of the intent; kept on every retry of it. Without one, a fresh one is made. */
  transid?: string
  signal?: AbortSignal | undefined
  /** Lets the call finish although the page is being left. */
  keepalive?: boolean
  /** Milliseconds after which no answer is an answer that did not come. */
  timeout?: number
}

export interface Envelope {
  error: { code: number; message: string }
  data: unknown
}

const refused = new Set<(refusal: Refusal) => void>()

export function newTransid(): string {
  // randomUUID is missing where the page came over plain http from another machine.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

let prove: ((refusal: Refusal) => Promise<boolean>) | null = null

/** Who asks the person to prove who they are when a call wants it; false when they would not. */
export function onProofRequired(ask: typeof prove): void {
  prove = ask
}

export async function send<C extends Call>(
  call: C,
  input: InputOf<C>,
  options: SendOptions = {},
): Promise<AnswerOf<C>> {
  const intent = { ...options, transid: options.transid ?? newTransid() }
  try {
    return await sendOnce(call, input, intent)
  } catch (error) {
    const is_proof = error instanceof Refusal && error.error === 'proof_required'
    if (!is_proof || !(await prove?.(error))) throw error
    // Nothing was done yet: the same intent goes on.
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

/** The answer that a response carries; rejects with what went wrong, the same for every way of sending. */
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

/** What an envelope brings; throws the refusal where it is one. */
export function dataOf(
  { error, data }: Envelope,
  { bearer, ...sent }: Sent & { status: number; bearer: string | null },
): unknown {
  if (error.code === 0) return data
  const refusal = new Refusal(error, data as FailureData | null, sent)
  if (isTokenRefused(refusal)) refuseToken(bearer)
  for (const listener of refused) listener(refusal)
  throw refusal
}

/** The session is over, whatever the call was. */
export function isTokenRefused({ error }: Refusal): boolean {
  return error === 'token_invalid' || error === 'token_expired'
}

/** Hears of every refusal, whoever made the call. */
export function onRefused(listener: (refusal: Refusal) => void): () => void {
  refused.add(listener)
  return () => refused.delete(listener)
}

/** Whether the call may have been carried out although no clear answer came. */
export function isUnknown(error: unknown): boolean {
  return error instanceof ConnectionError ? error.sent : error instanceof Refusal && error.status >= 500
}

/** The bare response, for whoever reads it otherwise than as an answer. */
export async function request(
  call: Call,
  input: Record<string, unknown>,
  options: SendOptions & { transid: string; bearer: string | null },
): Promise<Response> {
  const { url, rest } = fillPath(call, input)
  const marks = { channel, transid: options.transid }
  const inQuery = call.method === 'GET'
  const headers = new Headers({ Accept: 'application/json' })
  if (options.bearer !== null) headers.set('Authorization', `Bearer ${options.bearer}`)
  if (!inQuery) headers.set('Content-Type', 'application/json')
  const limit = AbortSignal.timeout(options.timeout ?? 30_000)
  const sent = Date.now()
  try {
    const response = await fetch(inQuery ? `${url}?${toQuery({ ...rest, ...marks })}` : url, {
      method: call.method,
      headers,
      body: inQuery ? null : JSON.stringify({ ...toBody(call, rest), ...marks }),
      cache: 'no-store',
      credentials: 'same-origin',
      keepalive: options.keepalive ?? false,
      signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
    })
    learnClock(response.headers.get('Date'), sent, Date.now())
    return response
  } catch (error) {
    if (options.signal?.aborted) throw error
    connectionLost()
    throw new ConnectionError(connectionMessage(call), options.transid, true)
  }
}

/** Parameters of the path go into the path, the others stay. */
export function fillPath(call: Call, values: Record<string, unknown>) {
  const rest = { ...values }
  const url = call.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return { url, rest }
}

/** Null when what came is not an answer of our server: a proxy's page, or half of one. */
async function readEnvelope(response: Response): Promise<Envelope | null> {
  try {
    const body = (await response.json()) as Partial<Envelope> | null
    return typeof body?.error?.code === 'number' ? (body as Envelope) : null
  } catch {
    return null
  }
}

export function connectionMessage(call: Call): string {
  return /\/(change_password|change_pass|get_role_by_user)$/.test(call.name)
    ? 'Không thể kết nối đến server'
    : 'Có lỗi xảy ra khi kết nối đến server'
}
