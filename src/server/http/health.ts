/** Endpoints for monitoring: liveness, readiness and metrics. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { migrations_dir, readMigrations } from '#server/database/migrate.ts'
import { metricsPage } from '#server/program/metrics.ts'

export interface Health {
  /** The start is complete. */
  markReady(): void
  /** From now on the program is not ready for new requests, because it is about to end. */
  markDraining(): void
}

const max_answer_ms = 1_000

/** Adds /healthz and /readyz. */
export function registerHealth(server: FastifyInstance, { pool }: { pool: pg.Pool }): Health {
  const migrations = readMigrations(migrations_dir).map(({ name }) => name)
  const isMigrated = () =>
    pool
      .query<{ missing: boolean }>(
        'select exists (select from unnest($1::text[]) name where name not in (select name from schema_migration)) as missing',
        [migrations],
      )
      .then(({ rows }) => !rows[0]!.missing)
  let pendingCheck: Promise<boolean> | null = null
  let stage: 'starting' | 'serving' | 'leaving' = 'starting'

  /** One database check at a time: a hanging database must not collect more of them with each probe. */
  async function isReady(): Promise<boolean> {
    pendingCheck ??= isMigrated()
      .catch(() => false)
      .finally(() => {
        pendingCheck = null
      })
    return Promise.race([pendingCheck, sleep(max_answer_ms, false, { ref: false })])
  }

  server.get('/healthz', { exposeHeadRoute: true }, (_request, reply) => reply.type('text/plain').send('ok'))
  server.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    const ready = stage === 'serving' && (await isReady())
    return reply
      .code(ready ? 200 : 503)
      .type('text/plain')
      .send(ready ? 'ok' : stage === 'serving' ? 'database not ready' : stage)
  })
  return {
    markReady: () => {
      stage = 'serving'
    },
    markDraining: () => {
      stage = 'leaving'
    },
  }
}

/** Adds /metrics. */
export function registerMetrics(server: FastifyInstance, page = metricsPage): void {
  server.get('/metrics', async (_request, reply) => {
    const { type, text } = await page()
    return reply.type(type).send(text)
  })
}
