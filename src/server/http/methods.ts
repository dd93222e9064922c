/** Answers OPTIONS with the methods of an address, and any other method of it with 405. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { faultOf } from './transport.ts'

interface Route {
  path: RegExp
  methods: string[]
}

/** Must be called before any route is added. */
export function watchMethods(server: FastifyInstance): void {
  const routes: Route[] = []
  server.addHook('onRoute', ({ url, method }) => {
    if (url !== '/*') routes.push({ path: patternOf(url), methods: [method].flat() })
  })
  server.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!
    const methods = new Set(routes.filter((route) => route.path.test(path)).flatMap((route) => route.methods))
    if (methods.size === 0) return reply.code(404).send(faultOf(404))
    reply.header('allow', [...methods, 'OPTIONS'].join(', '))
    return request.method === 'OPTIONS' ? reply.code(204).send() : reply.code(405).send(faultOf(405))
  })
}

/** '/files/:folder/:name' as the pattern of the addresses it matches. */
function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)))
  return new RegExp(`^${parts.join('/')}$`)
}
