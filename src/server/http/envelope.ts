/**
 * The envelope around the answer of every call, for people with a session and for devices that sign: it tells refusals from faults, says when to
 * retry, and measures and logs each answer.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { Logger } from 'pino'
import { errorsOf, type Call } from '#contract/call.ts'
import { errors, Failure } from '#contract/errors.ts'
import { waited_header } from '#contract/wire.ts'
import { RetryLater } from './retry-later.ts'
import { withDeadline } from '#server/database/deadline.ts'
import { logFault } from '#server/database/outage.ts'
import { isTransient, transientFailure } from '#server/database/refusal.ts'
import { BrokenOff, isSending } from './download.ts'
import { observeCall } from '#server/program/metrics.ts'
import { traced } from '#server/program/trace.ts'
import { faultOf } from './transport.ts'

interface AnswerContext {
  call: Call
  log: Logger
  /** Treats a refusal that the call does not declare as a fault: in tests and development. */
  strict: boolean
  /** Makes the answer of the call. A thrown Failure is a refusal, any other error a fault. */
  work: () => Promise<unknown>
  /** The person for the log; called at the end, when they are known. */
  about: () => Record<string, unknown>
}

/** Nobody waits longer for an answer, except of calls that send or fetch files: proxies give up after a minute. */
const max_call_ms = 45_000

function workInTime({ call, work }: AnswerContext): Promise<unknown> {
  return call.file || call.stream || call.download ? work() : withDeadline(work(), max_call_ms)
}

/** Answers one call and never rejects: errors of `work` are answered too. */
export async function answerCall(reply: FastifyReply, answering: AnswerContext): Promise<FastifyReply> {
  const { call, log, strict, about } = answering
  const started = performance.now()
  let code = 0
  const answer = async () => {
    try {
      const data = await workInTime(answering)
      return isSending(reply) ? reply : await reply.send(done(data))
    } catch (thrown) {
      if (thrown instanceof BrokenOff) return reply
      const error = strict && thrown instanceof Failure ? declared(call, thrown) : thrown
      const broken = transportStatus(error)
      if (broken !== null) return await reply.code(broken).send(faultOf(broken))
      const failure = failureOf(error)
      code = failure.code
      if (!(error instanceof Failure)) logFault(log, { ...about(), err: error, call: call.name }, 'call failed')
      return isSending(reply) ? reply : await sendRefusal(reply, error, failure)
    }
  }
  const waited_ms = waitedOf(reply.request.headers)
  const traceOptions = {
    name: call.name,
    kind: 'server',
    waited_ms,
    transid: () => (about().transid as string | undefined) ?? null,
    attributes: () => ({ call: call.name, code, 'http.response.status_code': reply.statusCode }),
    failed: () => code === errors.unknown_error[0],
  } as const
  return traced(traceOptions, answer, ({ user_id, statements }) => {
    const seconds = (performance.now() - started) / 1000
    observeCall(call.name, code, seconds)
    const ms = Math.round(seconds * 1000)
    const waited = waited_ms !== null && { waited_ms }
    log.info(
      { ...about(), user_id, call: call.name, code, status: reply.statusCode, ms, ...waited, statements },
      'call',
    )
  })
}

/** Milliseconds since the person asked for a write, as the browser tells with each attempt; null when it does not. */
function waitedOf({ [waited_header]: value }: IncomingHttpHeaders): number | null {
  return typeof value === 'string' && /^\d{1,8}$/.test(value) ? Number(value) : null
}

export interface Envelope {
  error: { code: number; message: string }
  data: unknown
}

/** Answers one of several reads in a request and never rejects; when to retry is then told only in its error. */
export async function envelopeOf(answering: AnswerContext): Promise<Envelope> {
  const { call, log, strict, about } = answering
  const started = performance.now()
  let envelope: Envelope
  try {
    envelope = done(await workInTime(answering))
  } catch (thrown) {
    const error = strict && thrown instanceof Failure ? declared(call, thrown) : thrown
    if (!(error instanceof Failure)) logFault(log, { ...about(), err: error, call: call.name }, 'call failed')
    envelope = refusalOf(failureOf(error))
  }
  const { code } = envelope.error
  const seconds = (performance.now() - started) / 1000
  observeCall(call.name, code, seconds)
  log.info({ ...about(), call: call.name, code, ms: Math.round(seconds * 1000) }, 'call')
  return envelope
}

export const done = (data: unknown): Envelope => ({ error: { code: 0, message: 'Thành công' }, data })
export const refusalOf = ({ code, message, data }: Failure): Envelope => ({ error: { code, message }, data })

/** The refusal, if the call's contract declares it; otherwise a fault that says that it is undeclared. */
function declared(call: Call, failure: Failure): Error {
  if (errorsOf(call).some((name) => errors[name][0] === failure.code)) return failure
  const { code, message } = failure
  return new Error(`${call.name} refused outside its contract: ${code} ${message}`, { cause: failure })
}

/** Answers why the call was not done and, where a retry makes sense, when. */
export function sendRefusal(reply: FastifyReply, error: unknown, failure = failureOf(error)): FastifyReply {
  const later = whenAgain(error)
  if (later) reply.code(later.status).header('retry-after', String(later.retry_after_s))
  return reply.send(refusalOf(failure))
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  return isTransient(error) ? transientFailure(error) : new Failure('unknown_error')
}

/** How long to wait before a retry; null where a retry would be refused again: such refusals have HTTP status 200. */
function whenAgain(error: unknown): { status: number; retry_after_s: number } | null {
  if (error instanceof RetryLater) return error
  if (!(error instanceof Failure)) return { status: isTransient(error) ? 503 : 500, retry_after_s: 2 }
  return error.error === 'too_many_attempts' ? { status: 429, retry_after_s: 60 } : null
}

/** The HTTP status for a body that could not be read (too large, broken off); null for any other error. */
function transportStatus(error: unknown): number | null {
  const { statusCode } = (error ?? {}) as { statusCode?: unknown }
  return typeof statusCode === 'number' && statusCode < 500 ? statusCode : null
}
