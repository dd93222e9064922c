/** Binds a call of the channel to its handler: the input is parsed from the signed bytes and validated first. */
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { AnswerOf, Call } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import { check, fromQuery } from '#contract/wire.ts'
import type { SignedDevice } from './verifier.server.ts'

export interface BoundCall {
  call: Call
  /** @throws Failure where the request is invalid or refused. */
  answer: (device: SignedDevice, request: FastifyRequest, body: Buffer) => Promise<unknown>
}

/** A call with its handler, typed by the contract; `source` is the address that the request came from. */
export function bind<C extends Call>(
  call: C,
  handler: (device: SignedDevice, input: z.output<C['input']>, source: string) => Promise<AnswerOf<C>>,
): BoundCall {
  return { call, answer: (device, request, body) => handler(device, inputOf(call, request, body), request.ip) }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function inputOf<C extends Call>(call: C, request: FastifyRequest, body: Buffer): z.output<C['input']> {
  const query = request.query as Record<string, unknown>
  // Unknown fields stay in the input, so that validation refuses them.
  const raw = call.method === 'GET' ? { ...query, ...fromQuery(call.input, query) } : parsed(body)
  const result = check(call.input, raw)
  if (!result.ok) throw new Failure(result.error, { fields: result.fields })
  return result.value as z.output<C['input']>
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(body))
  } catch {
    throw new Failure('request_invalid', { message: 'Nội dung gửi lên không phải JSON.' })
  }
}
