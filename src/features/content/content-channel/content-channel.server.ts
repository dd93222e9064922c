/**
 * The public calls by which apps get their content. Every phone requests them, so each part is read about once a second for all callers, cached as
 * the bytes of its answer, and identified by an ETag: clients that already have it get only the headers. While the cached answer is fresh enough,
 * nobody waits for a new one.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { cacheRead } from '#server/http/cached-read.ts'
import { concurrencyLimiter } from '#server/http/concurrency.ts'
import { logFault } from '#server/database/outage.ts'
import { inReadTransaction, type Db } from '#server/database/transaction.ts'
import { sendRefusal } from '#server/http/envelope.ts'
import { assertAnswer } from '#server/assert-answer.ts'
import type { Engine } from '#server/serve.ts'
import { contentChannel } from './content-channel.contract.ts'
import { contentQueries } from './published.query.server.ts'

/** How old a cached answer may be while a newer one is being read; after that callers wait. */
const max_stale_ms = 5_000
/** How long phones and proxies may cache an answer (Cache-Control: max-age). */
const cache_control = 'public, max-age=10'
/** How many parts are read at once; staff's lists share the connection pool. */
const max_running_reads = 1
const max_queued_reads = 20

type Part = keyof typeof contentChannel

/** Adds the calls from which apps load their content, which are answered from memory with an ETag. */
export function registerContent(
  server: FastifyInstance,
  { search, strict, log }: Pick<Engine, 'search' | 'strict'> & { log: Logger },
): void {
  const reading = concurrencyLimiter(max_running_reads, max_queued_reads)
  for (const [name, call] of Object.entries(contentChannel) as [Part, (typeof contentChannel)[Part]][]) {
    const readCurrent = cacheRead(
      async () => {
        const readItems = contentQueries[name] as (db: Db) => Promise<unknown[]>
        const data = { items: await reading(() => inReadTransaction(search, readItems)) }
        if (strict) assertAnswer(call, data)
        const body = Buffer.from(JSON.stringify({ error: { code: 0, message: 'Thành công' }, data }))
        return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
      },
      { max_stale_ms },
    )
    server.get(call.path, async (request, reply) => {
      try {
        const { body, etag } = (await readCurrent()).value
        reply.header('cache-control', cache_control).header('etag', etag)
        if (isKnown(request.headers['if-none-match'], etag)) return await reply.code(304).send()
        return await reply.type('application/json; charset=utf-8').send(body)
      } catch (error) {
        logFault(log, { err: error, call: call.name }, 'call failed')
        return sendRefusal(reply, error)
      }
    })
  }
}

/** Whether the client's If-None-Match contains this ETag. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header
    .split(',')
    .some((candidate) => candidate.trim().replace(/^W\//, '') === etag || candidate.trim() === '*')
}
