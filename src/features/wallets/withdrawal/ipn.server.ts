/** Where MoMo tells by itself what became of a payment: what it says is kept as it came and acted on by a job, so that it gets its answer at once. */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Engine } from '#server/serve.ts'
import { asProgram } from '#server/serve.ts'
import type { Gateways } from '#server/gateways/configure.ts'
import { gatewayNumber } from '#features/wallets/money.server.ts'
import { told_job } from './withdrawal.jobs.ts'

export const ipn_path = '/api/xs/ipn/momo'

interface Told extends Pick<Engine, 'main' | 'enqueue'> {
  gateways: Gateways
  log: Logger
}

export function registerIpn(server: FastifyInstance, { main, enqueue, gateways, log }: Told): void {
  server.post(ipn_path, async (request, reply) => {
    const told = gateways.momo?.readIpn(request.body) ?? null
    if (!told) {
      log.warn({ source: request.ip }, 'a notification that is not from MoMo')
      return reply.code(403).send()
    }
    const { order_id } = told
    await asProgram(main, 'MoMo báo kết quả chi', async (db) => {
      // No jsonb takes a NUL.
      const body = JSON.stringify(request.body).replaceAll('\\u0000', '')
      const { message_id } = await db
        .insertInto('gateway_message')
        .values({ gateway: gatewayNumber.momo, order_id, body })
        .returning('message_id')
        .executeTakeFirstOrThrow()
      await enqueue(db, told_job, told, String(message_id))
    })
    return reply.code(204).send()
  })
}
