/** The door for apps and devices: who signed, whether they ask too much, what they ask for; then the intake. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import type { AnswerOf, Call } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import { check, fromQuery } from '#contract/wire.ts'
import { concurrencyLimiter } from '#server/concurrency.ts'
import { inReadTransaction, type Db } from '#server/database/transaction.ts'
import { answerCall } from '#server/envelope.ts'
import { assertAnswer, type Engine } from '#server/serve.ts'
import { json_type } from '#server/transport.ts'
import { openIntake } from '#features/orders/intake/queue.server.ts'
import { channel } from './channel.contract.ts'
import { openPeriods, statusOf } from './channel.query.server.ts'
import { wishOf } from './channel.rules.ts'
import { openAuthenticator } from './authenticator.server.ts'
import { keepOpenPeriods } from './open-periods.server.ts'
import type { SignedDevice } from './verifier.server.ts'

interface Behind extends Pick<Engine, 'main' | 'search' | 'strict'> {
  log: Logger
}

interface Answering {
  call: Call
  /** @throws Failure where the request is refused, or is none. */
  answer: (device: SignedDevice, request: FastifyRequest, body: Buffer) => Promise<unknown>
}

/** A call with what answers it, each by the contract's own types. */
function bind<C extends Call>(
  call: C,
  handler: (device: SignedDevice, input: z.output<C['input']>) => Promise<AnswerOf<C>>,
): Answering {
  return { call, answer: (device, request, body) => handler(device, inputOf(call, request, body)) }
}

const body_limit = 64 * 1024
/** Of the requests that the program works on at once the channel may be as many; what is left is for staff. */
const most_at_once = 300
/** The channel looks up so much at once; its pool serves the staff's lists too. */
const reads_at_once = 2
const longest_queue_of_reads = 100

/** The calls that stand behind this door, for the API's description. */
export const channelCalls: readonly Call[] = Object.values(channel)

export function registerChannel(server: FastifyInstance, behind: Behind): void {
  const { main, search } = behind
  const intake = openIntake(main)
  const reading = concurrencyLimiter(reads_at_once, longest_queue_of_reads)
  const read = <T>(look: (db: Db) => Promise<T>) => reading(() => inReadTransaction(search, look))
  const selling = keepOpenPeriods(() => read(openPeriods))
  const answered: Record<keyof typeof channel, Answering> = {
    create: bind(channel.create, ({ device_id }, input) => intake.create(wishOf(input, device_id))),
    pay: bind(channel.pay, ({ device_id }, input) => intake.pay({ ...input, device_id })),
    cancel: bind(channel.cancel, ({ device_id }, input) => intake.cancel({ ...input, device_id })),
    status: bind(channel.status, (device, input) => read((db) => statusOf(db, device, input))),
    openPeriods: bind(channel.openPeriods, (_device, input) => selling(input)),
  }
  const answer = answering(behind)
  void server.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(json_type, { parseAs: 'buffer', bodyLimit: body_limit }, (_request, body, done) =>
      done(null, body),
    )
    for (const one of Object.values(answered))
      scope.route({
        method: one.call.method,
        url: one.call.path,
        bodyLimit: body_limit,
        handler: (request, reply) => server.admit(reply, () => answer(one, request, reply)),
      })
  })
}

const nothing = Buffer.alloc(0)

function answering({ main, strict, log }: Behind) {
  const authenticate = openAuthenticator(main)
  const share = concurrencyLimiter(most_at_once, 0)
  return ({ call, answer }: Answering, request: FastifyRequest, reply: FastifyReply) => {
    let device: SignedDevice | null = null
    const ask = async () => {
      const body = (request.body as Buffer | undefined) ?? nothing
      device = await authenticate(request, body)
      const data = await answer(device, request, body)
      if (strict) assertAnswer(call, data)
      return data
    }
    return answerCall(reply, {
      call,
      log,
      strict,
      work: () => share(ask),
      about: () => ({ device: device?.device_code, source: request.ip }),
    })
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function inputOf<C extends Call>(call: C, request: FastifyRequest, body: Buffer): z.output<C['input']> {
  const query = request.query as Record<string, unknown>
  // What the call has no field for stays there, to be refused.
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
