/** The HTTP server that answers calls: the same in the main process and in each worker process that shares its port. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Logger } from 'pino'
import { fingerprints, menu, privateFolders, services } from './services.ts'
import { contentChannel } from '#features/content/content-channel/content-channel.contract.ts'
import { registerContent } from '#features/content/content-channel/content-channel.server.ts'
import { channel_calls, registerChannel } from '#features/orders/channel/channel.server.ts'
import { registerIpn } from '#features/wallets/withdrawal/ipn.server.ts'
import { watchBackups } from '#server/backup/watch.ts'
import { whenSetUp } from '#server/database/look.ts'
import { logFault, markAnswered } from '#server/database/outage.ts'
import { createPools, createReplicaPool, type Pools } from '#server/database/pool.ts'
import { openReplica, type Replica } from '#server/database/replica.ts'
import type { Db } from '#server/database/transaction.ts'
import { registerDocs } from '#server/docs/docs-page.ts'
import { registerHealth, registerMetrics, type Health } from '#server/http/health.ts'
import { buildServer } from '#server/http/server.ts'
import { openPersonLimits } from '#server/http/rate-limit.ts'
import { registerWeb } from '#server/http/static.ts'
import { registerFiles, type FileStore } from '#server/files/files.ts'
import { guardPrivate } from '#server/files/private-files.ts'
import { paying, type Gateways } from '#server/gateways/configure.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { condition, setCondition } from '#server/program/condition.ts'
import type { Config } from '#server/program/config.ts'
import type { metricsPage } from '#server/program/metrics.ts'
import { openExporter } from '#server/program/otlp.ts'
import { sendTracesTo } from '#server/program/trace.ts'

/** Message that starts a worker process. */
export interface WorkerStart {
  /** Direct connection URL of the database. */
  url: string
  /** Settings of the gateway simulator when the sample pays through it. */
  simulated: Record<string, string> | null
}

interface CallServerParts {
  config: Config
  main: Db
  search: Db
  pool: pg.Pool
  files: FileStore
  jobs: Jobs
  gateways: Gateways
  log: Logger
}

/** Every refusal writes a row into the audit log. */
const max_refused_a_minute = 120

/** Builds the HTTP server with all routes; the caller makes it listen. */
export async function buildCallServer(parts: CallServerParts): Promise<{ server: FastifyInstance; health: Health }> {
  const { config, main, search, pool, files, jobs, gateways, log } = parts
  const { map_key, strict_answers: strict } = config
  const { enqueue } = jobs
  const can_pay = paying(gateways)
  const person_limits = openPersonLimits({ calls: config.calls_per_minute, refused: max_refused_a_minute })
  const replica = await replicaOf(config, main, log)
  const engine = {
    main,
    search,
    replica,
    limits: config,
    files,
    map_key,
    enqueue,
    backlog: jobs,
    can_pay,
    strict,
    person_limits,
  }
  const server = await buildServer({ engine, config, log, services, fingerprints })
  if (replica) server.addHook('onClose', replica.close)
  registerFiles(server, files, guardPrivate({ main, identify: server.identifyViewer }, privateFolders))
  registerIpn(server, { main, enqueue, gateways, log })
  registerChannel(server, { main, search, strict, log })
  registerContent(server, { search, strict, log })
  await registerWeb(server)
  return { server, health: registerHealth(server, { pool }) }
}

/** All calls in the API documentation. */
const documented = [...services.map(({ call }) => call), ...channel_calls, ...Object.values(contentChannel)]

/** Adds the pages for operators and developers: metrics and API documentation. */
export function registerOperatorPages(server: FastifyInstance, page?: typeof metricsPage): FastifyInstance {
  registerMetrics(server, page)
  registerDocs(server, documented, menu)
  return server
}

/** Connection pools for calls; through the pooler when one is configured. */
export function poolsOf(url: string, config: Config, log: Logger): Pools {
  const on_error = (error: Error) => logFault(log, { err: error }, 'database connection lost')
  const on_answer = () => markAnswered(log)
  const shared = config.direct_database_url !== null
  const pools = createPools(shared ? config.database_url! : url, {
    size: config.pool_size,
    shared,
    on_error,
    on_answer,
  })
  setCondition({ pools: { main: pools.main, search: pools.search } })
  return pools
}

/** Read replica for reads that may lag; null when none is configured. */
async function replicaOf(config: Config, main: Db, log: Logger): Promise<Replica | null> {
  const { read_database_url, read_lag_ms, pool_size } = config
  if (read_database_url === null) return null
  // Errors are reported together with the reason why the replica is not used.
  const pool = createReplicaPool(read_database_url, pool_size, () => undefined)
  setCondition({ pools: { ...condition().pools, replica: pool } })
  return openReplica({ pool, main, max_lag_ms: read_lag_ms, log })
}

/** Describes the environment on the system status page. */
export async function describeSurroundings(config: Config, gateways: Gateways, main: Db): Promise<void> {
  const { data_dir, files_dir, backup_dir, database_url, processes } = config
  const { momo, bank, telecom, statements } = gateways
  const is_simulated = config.momo === null && config.bank === null && config.telecom === null
  const use = (gateway: object | null) => (gateway === null ? null : is_simulated ? 'simulated' : 'called')
  setCondition({
    gateways: { momo: use(momo), bank: use(bank), statement: use(statements), telecom: use(telecom) },
    directories: {
      'Đĩa dữ liệu': data_dir,
      ...(files_dir !== null && { 'Đĩa tệp': files_dir }),
      ...(backup_dir !== null && { 'Đĩa sao lưu': backup_dir }),
    },
    backups: backup_dir === null ? null : await watchBackups(backup_dir, config.backup_s3 !== null),
    set_up_at_ms: await whenSetUp(main),
    is_embedded: database_url === null,
    processes,
  })
}

/** Sends traces to the configured endpoint. @returns a function that sends the remaining ones at shutdown */
export function openTraces({ traces_to }: Config, log: Logger): () => Promise<void> {
  if (traces_to === null) return async () => undefined
  const exporter = openExporter(traces_to, (error) => log.warn({ err: error }, 'traces are not taken'))
  sendTracesTo(exporter.take)
  return exporter.close
}
