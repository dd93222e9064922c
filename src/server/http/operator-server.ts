/** A separate port for operators: what is served there cannot be reached through the public address. */
import fastify, { type FastifyInstance } from 'fastify'
import { faultOf, secureHeaders } from './transport.ts'

/** A server without routes, not listening yet: it answers 404 until routes are added. */
export function buildOperatorServer(): FastifyInstance {
  const server = fastify({ logger: false, requestTimeout: 30_000, forceCloseConnections: true })
  server.addHook('onSend', async (_request, reply) => secureHeaders(reply, false))
  server.setNotFoundHandler((_request, reply) => reply.code(404).send(faultOf(404)))
  return server
}
