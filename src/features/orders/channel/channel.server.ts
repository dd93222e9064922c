/** The calls for apps and devices: authenticates them, limits their rate, and passes orders to the intake. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Call } from '#contract/call.ts'
import { concurrencyLimiter } from '#server/http/concurrency.ts'
import { inReadTransaction, type Db } from '#server/database/transaction.ts'
import { answerCall } from '#server/http/envelope.ts'
import { assertAnswer } from '#server/assert-answer.ts'
import type { Engine } from '#server/serve.ts'
import { json_type } from '#server/http/transport.ts'
import { isAnswered } from '#features/orders/intake/idempotency.server.ts'
import { openIntake } from '#features/orders/intake/queue.server.ts'
import { customerChannel } from '#features/orders/customer-channel/customer-channel.contract.ts'
import { bindCustomerCalls } from '#features/orders/customer-channel/customer-channel.server.ts'
import { webhook } from '#features/orders/webhook/webhook.contract.ts'
import { bindWebhookCalls } from '#features/orders/webhook/webhook.server.ts'
import { bind, type BoundCall } from './bound-call.server.ts'
import { channel } from './channel.contract.ts'
import { latestResults, openPeriods, purchaseStatusOf, findPeriodResult, statusOf } from './channel.query.server.ts'
import { orderRequestOf, purchaseRequestOf } from './channel.rules.ts'
import { openAuthenticator } from './authenticator.server.ts'
import { maintenanceNow, openMaintenance } from './maintenance.server.ts'
import { cacheOpenPeriods } from './open-periods.server.ts'
import type { SignedDevice } from './verifier.server.ts'

interface ChannelEngine extends Pick<Engine, 'main' | 'search' | 'strict'> {
  log: Logger
}

const body_limit = 64 * 1024
/** How many of the program's concurrent requests the channel may use; the rest is for staff. */
const max_running_requests = 300
/** How many look-ups of the channel run at once; staff's lists share their connection pool. */
const max_running_reads = 2
const max_queued_reads = 100

/** All calls of the channel, for the API's documentation. */
export const channel_calls: readonly Call[] = [
  ...Object.values(channel),
  ...Object.values(customerChannel),
  ...Object.values(webhook),
]

/** Adds the calls of apps and devices, which sign each request instead of having a session. */
export function registerChannel(server: FastifyInstance, engine: ChannelEngine): void {
  const { main, search } = engine
  const intake = openIntake(main)
  const reading = concurrencyLimiter(max_running_reads, max_queued_reads)
  const read = <T>(lookUp: (db: Db) => Promise<T>) => reading(() => inReadTransaction(search, lookUp))
  const refuseMaintained = openMaintenance({
    windows: () => read(maintenanceNow),
    isAnswered: (request) => read((db) => isAnswered(db, request)),
  })
  const openNow = cacheOpenPeriods(() => read(openPeriods))
  const handlers: Record<keyof typeof channel, BoundCall> = {
    create: bind(channel.create, async ({ device_id }, input) => {
      await refuseMaintained({ ...input, device_id })
      return intake.create(orderRequestOf(input, device_id))
    }),
    pay: bind(channel.pay, ({ device_id }, input) => intake.pay({ ...input, device_id })),
    cancel: bind(channel.cancel, ({ device_id }, input) => intake.cancel({ ...input, device_id })),
    createPurchase: bind(channel.createPurchase, async ({ device_id }, input) => {
      await refuseMaintained({ ...input, device_id })
      return intake.createPurchase(purchaseRequestOf(input, device_id))
    }),
    payPurchase: bind(channel.payPurchase, ({ device_id }, input) => intake.payPurchase({ ...input, device_id })),
    purchaseStatus: bind(channel.purchaseStatus, (device, input) => read((db) => purchaseStatusOf(db, device, input))),
    status: bind(channel.status, (device, input) => read((db) => statusOf(db, device, input))),
    latestResults: bind(channel.latestResults, (_device, input) => read((db) => latestResults(db, input))),
    resultOfPeriod: bind(channel.resultOfPeriod, (_device, input) => read((db) => findPeriodResult(db, input))),
    openPeriods: bind(channel.openPeriods, ({ pos_group_id }, input) => openNow(input, pos_group_id)),
  }
  const answer = answerer(engine)
  void server.register(async (scope) => {
    // The signature covers the bytes as they were sent.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(json_type, { parseAs: 'buffer', bodyLimit: body_limit }, (_request, body, done) =>
      done(null, body),
    )
    for (const bound of [...Object.values(handlers), ...bindCustomerCalls(main, read), ...bindWebhookCalls(main, read)])
      scope.route({
        method: bound.call.method,
        url: bound.call.path,
        bodyLimit: body_limit,
        handler: (request, reply) => server.admit(reply, () => answer(bound, request, reply)),
      })
  })
}

const nothing = Buffer.alloc(0)

function answerer({ main, strict, log }: ChannelEngine) {
  const authenticate = openAuthenticator(main)
  const share = concurrencyLimiter(max_running_requests, 0)
  return ({ call, answer }: BoundCall, request: FastifyRequest, reply: FastifyReply) => {
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
