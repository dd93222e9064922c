/**
 * Receives MoMo's notifications (IPN) of payment results. The message is stored as it came and a job processes it, so that MoMo is answered at once.
 */
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Engine } from '#server/serve.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Gateways } from '#server/gateways/configure.ts'
import { gatewayNumber } from '#features/wallets/money.server.ts'
import { notificationJob } from '#features/wallets/payout/payout.contract.ts'

export const ipn_path = '/api/xs/ipn/momo'

interface IpnOptions extends Pick<Engine, 'main' | 'enqueue'> {
  gateways: Gateways
  log: Logger
}

/** Adds the address at which MoMo reports the result of a payout; an invalid signature is answered by 403. */
export function registerIpn(server: FastifyInstance, { main, enqueue, gateways, log }: IpnOptions): void {
  server.post(ipn_path, async (request, reply) => {
    const notification = gateways.momo?.readIpn(request.body) ?? null
    if (!notification) {
      log.warn({ source: request.ip }, 'a notification that is not from MoMo')
      return reply.code(403).send()
    }
    const { order_id } = notification
    await asProgram(main, 'MoMo báo kết quả chi', async (db) => {
      // jsonb cannot store NUL.
      const body = JSON.stringify(request.body).replaceAll('\\u0000', '')
      const { message_id } = await db
        .insertInto('gateway_message')
        .values({ gateway: gatewayNumber.momo, order_id, body })
        .returning('message_id')
        .executeTakeFirstOrThrow()
      const payout = await db
        .selectFrom('payout') // unscoped: the program's own work
        .select('reward_id')
        .where('order_id', '=', order_id)
        .executeTakeFirst()
      const job = notificationJob[payout?.reward_id == null ? 'withdrawal' : 'reward']
      await enqueue(db, job, notification, String(message_id))
    })
    return reply.code(204).send()
  })
}
