/** Serves the browser application: hashed files are cached for ever, the page never; every address of a page gets the same HTML. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import statics from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { project_dir } from '#server/program/config.ts'
import { faultOf } from './transport.ts'

const web_dir = join(project_dir, 'dist', 'web')

/** Serves the directory, and its page at every address of a page that no other route knows. */
export async function registerWeb(server: FastifyInstance, dir = web_dir): Promise<void> {
  if (!existsSync(join(dir, 'index.html'))) return
  await server.register(statics, {
    root: dir,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  server.get('/*', { exposeHeadRoute: true }, (request, reply) => {
    if (wantsPage(request.url, request.headers.accept)) {
      const page_url = withoutEndSlash(request.url)
      return page_url === null ? reply.sendFile('index.html') : reply.redirect(page_url, 308)
    }
    return reply.code(404).send(faultOf(404))
  })
}

/** Browsers ask for HTML. Monitors and tools name no type: they get the page too, but not for a file, nor for what operators have on their port. */
function wantsPage(url: string, accept = '*/*'): boolean {
  const [path] = url.split('?')
  if (/^\/(api|store-profile|assets|files)\//.test(path!)) return false
  return accept.includes('text/html') || (accept === '*/*' && !/^\/(api|metrics|docs)(\/|$)|\.[^/]*$/.test(path!))
}

/** The address of the page at an address with a slash at its end; null where there is none. It never leads to another site. */
export function withoutEndSlash(url: string): string | null {
  const [, path, query] = /^([^?]*)(.*)$/s.exec(url)!
  return path!.length > 1 && path!.endsWith('/') ? `/${path!.replace(/^[/\\]+|\/+$/g, '')}${query}` : null
}
