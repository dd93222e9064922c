/**
 * One address for several reads in one request, such as all counts of the menu. The person is looked up once; each read is then permitted, validated,
 * rate-limited, run and measured as if it had come alone, and has an envelope of its own, so that one failure does not affect the others.
 */
import * as z from 'zod/mini'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { Failure } from '#contract/errors.ts'
import { max_reads, reads_path, type ReadRequest } from '#contract/reads.ts'
import { performFor, type ServedCall, type Engine, type RequestInfo } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { done, envelopeOf, refusalOf } from './envelope.ts'

interface ReadsParts {
  engine: Engine
  log: Logger
  services: readonly ServedCall[]
  identify(request: FastifyRequest): Promise<Me>
  /** The request's context; rejects with a Failure where the request lacks what every call must send. */
  requestInfoOf(request: FastifyRequest, reply: FastifyReply): RequestInfo
}

/** How many reads of one request run in parallel: no more load for the database than a screen that sends them one by one. */
const max_parallel = 2

const Batch = z.object({
  reads: z
    .array(z.object({ call: z.string(), input: z.record(z.string(), z.unknown()) }))
    .check(z.minLength(1), z.maxLength(max_reads)),
})

export function registerReads(
  server: FastifyInstance,
  { engine, log, services, identify, requestInfoOf }: ReadsParts,
): void {
  const readable = new Map(services.filter(isPlainRead).map((served) => [served.call.name, served]))

  const answerOf = (me: Me, info: RequestInfo, { call: name, input }: ReadRequest) => {
    const served = readable.get(name)
    if (!served) return refusalOf(new Failure('request_invalid'))
    const { call } = served
    const work = () => performFor(engine, me, served, input, info)
    return envelopeOf({ call, log, strict: engine.strict, work, about: () => ({ transid: info.transid }) })
  }

  server.post(reads_path, (request, reply) =>
    server.admit(reply, async () => {
      const info = requestInfoOf(request, reply)
      const batch = z.safeParse(Batch, request.body)
      if (!batch.success) throw new Failure('request_invalid')
      const me = await identify(request)
      const { reads } = batch.data
      const answers: unknown[] = []
      let next_index = 0
      const answerNext = async () => {
        for (let index = next_index++; index < reads.length; index = next_index++)
          answers[index] = await answerOf(me, info, reads[index]!)
      }
      await Promise.all(Array.from({ length: max_parallel }, answerNext))
      return reply.send(done(answers))
    }),
  )
}

/** Only calls that read, have no file and need a session. */
function isPlainRead({ call }: ServedCall): boolean {
  return call.kind === 'read' && !call.download && call.may !== 'public' && call.may !== 'channel'
}
