/** A worker process that answers calls; the main process tells it when to start, to drain and to exit. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import {
  describeSurroundings,
  buildCallServer,
  openTraces,
  poolsOf,
  registerOperatorPages,
  type WorkerStart,
} from './call-server.server.ts'
import { max_drain_ms, listenAddresses } from './serve-calls.server.ts'
import { queuedJobs } from './services.ts'
import { headsFile } from '#server/audit/heads.ts'
import { createDb } from '#server/database/pool.ts'
import { listen } from '#server/http/listen.ts'
import { shareCounts } from '#server/http/rate-limit.ts'
import { spoolDir } from '#server/http/stream.ts'
import { openFiles } from '#server/files/files.ts'
import { openGateways } from '#server/gateways/configure.ts'
import type { Health } from '#server/http/health.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { configureMail } from '#server/mail/mail.ts'
import { readConfig } from '#server/program/config.ts'
import { openLog } from '#server/program/log.ts'
import { processMetrics } from '#server/program/metrics.ts'
import { prepareCaptcha } from '#server/program/prepare.ts'
import { askOver } from '#server/program/processes.ts'
import { setVaultKey, vaultKeyFor } from '#server/vault/vault.ts'

// A terminal sends these signals to the whole process group; only the main process reacts to them.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined)

// Node would write it as text of several lines, which no reader of the log can read.
process.on('uncaughtException', (error) => {
  openLog('fatal').fatal({ err: error }, 'a process that answers calls failed')
  process.exit(1)
})

let health: Health | null = null
let close = async (): Promise<void> => undefined

const ask = askOver(process as unknown as Parameters<typeof askOver>[0], {
  begin,
  markReady: () => health!.markReady(),
  markDraining: () => health!.markDraining(),
  processMetrics,
  close: async () => {
    await close()
    // Leaves time to send the reply.
    setTimeout(() => process.exit(0), 100)
  },
})

async function begin({ url, simulated }: WorkerStart): Promise<number> {
  const config = readConfig()
  const log = openLog(config.log_level)
  const pools = poolsOf(url, config, log)
  const [main, search] = [createDb(pools.main), createDb(pools.search)]
  await prepareCaptcha(main)
  configureMail(config.mail)
  setVaultKey(vaultKeyFor(config.card_key, config.data_dir))
  shareCounts((kind, key, max_count) => ask('count', { kind, key, max_count }) as Promise<boolean>)
  const files = openFiles(config)
  const gateways = openGateways(simulated ? readConfig(simulated, []) : config, () => '')
  const heads_file = headsFile(config.data_dir)
  const context = { main, url, heads_file, spool_dir: spoolDir(config), files, gateways }
  const jobs = await openJobs({ url, queues: queuedJobs(context), log, enqueue_only: true })
  await describeSurroundings(config, gateways, main)
  const endTraces = openTraces(config, log)
  const callServer = await buildCallServer({ config, main, search, pool: pools.main, files, jobs, gateways, log })
  health = callServer.health
  const page = () => ask('metrics') as Promise<{ type: string; text: string }>
  if (config.operator_port === null) registerOperatorPages(callServer.server, page)
  await listen(callServer.server, listenAddresses(config).listen_address)
  close = async () => {
    await Promise.race([callServer.server.close(), sleep(max_drain_ms, undefined, { ref: false })])
    await jobs.close()
    await pools.end()
    await endTraces()
  }
  return (callServer.server.server.address() as AddressInfo).port
}
