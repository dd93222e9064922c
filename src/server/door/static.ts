/** Serves the browser application: hashed files are cached for ever, the page never; every address of a page gets the same HTML. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import statics from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { project_dir } from '#server/program/config.ts'
import { faultOf } from './transport.ts'

const web_dir = join(project_dir, 'dist', 'web')

/** Serves dist/web, and its page at every address that no other route knows. */
export async function registerWeb(server: FastifyInstance): Promise<void> {
  if (!existsSync(join(web_dir, 'index.html'))) return
  await server.register(statics, {
    root: web_dir,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  server.get('/*', { exposeHeadRoute: true }, (request, reply) => {
    const wants_page = (request.headers.accept ?? '').includes('text/html')
    if (wants_page && !/^\/(api|store-profile|assets|files)\//.test(request.url)) return reply.sendFile('index.html')
    return reply.code(404).send(faultOf(404))
  })
}
