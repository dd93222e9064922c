/** The program's port, served by the main process or by several worker processes. */
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { buildCallServer, registerOperatorPages, type WorkerStart } from './call-server.server.ts'
import { listen } from '#server/http/listen.ts'
import { buildOperatorServer } from '#server/http/operator-server.ts'
import { countInProcess } from '#server/http/rate-limit.ts'
import type { Config } from '#server/program/config.ts'
import { processMetrics, mergedMetricsPage, type ProcessMetrics } from '#server/program/metrics.ts'
import { startProcesses, type Processes } from '#server/program/processes.ts'

/** Time limit for requests in progress at shutdown. */
export const max_drain_ms = 25_000

interface RunningServer {
  readonly port: number
  /** Called once everything has started: opens for requests. */
  markReady(): unknown
  /** Shutdown has begun: new requests should go elsewhere. */
  markDraining(): unknown
  close(): Promise<unknown>
}

/**
 * Serves calls in this process, and metrics and documentation on a second port where `OPERATOR_PORT` is set. `close`
 * waits for running calls, a limited time. Throws StartError when a port cannot be opened.
 */
export async function serveInThisProcess(parts: Parameters<typeof buildCallServer>[0]): Promise<RunningServer> {
  const { listen_address, operator_address } = listenAddresses(parts.config)
  const { server, health } = await buildCallServer(parts)
  const operators = registerOperatorPages(operator_address ? buildOperatorServer() : server)
  await listen(server, listen_address)
  if (operator_address) await listen(operators, operator_address)
  return {
    port: (server.server.address() as AddressInfo).port,
    markReady: health.markReady,
    markDraining: health.markDraining,
    async close() {
      await Promise.race([server.close(), sleep(max_drain_ms, undefined, { ref: false })])
      if (operator_address) await operators.close()
    },
  }
}

/** Starts worker processes for the calls; this process counts rate limits for all of them and sums up their metrics. */
export async function serveInProcesses(
  config: Config,
  begin: WorkerStart,
  { log, fail }: { log: Logger; fail: (sentence: string) => void },
): Promise<RunningServer> {
  let port = 0
  let is_open = false
  const page = async () =>
    mergedMetricsPage([await processMetrics(), ...((await processes.askAll('processMetrics')) as ProcessMetrics[])])
  const processes: Processes = await startProcesses({
    file: join(import.meta.dirname, 'process.server.ts'),
    count: config.processes,
    answers: {
      count: ({ kind, key, max_count }: { kind: 'networks' | 'people'; key: string; max_count: number }) =>
        countInProcess(kind, key, max_count),
      metrics: page,
    },
    async begin(ask) {
      port = (await ask('begin', begin)) as number
      if (is_open) await ask('markReady')
    },
    log,
    onLost: fail,
  })
  const { operator_address } = listenAddresses(config)
  const operators = operator_address ? registerOperatorPages(buildOperatorServer(), page) : null
  if (operator_address) await listen(operators!, operator_address)
  return {
    port,
    markReady() {
      is_open = true
      return processes.askAll('markReady')
    },
    markDraining: () => processes.askAll('markDraining'),
    async close() {
      await processes.close()
      await operators?.close()
    },
  }
}

/** Listen addresses: for calls, and for operators when they have a separate port. */
export function listenAddresses({ host, port, operator_port, operator_host }: Config) {
  const listen_address = { host, port, settings: { host: 'HOST', port: 'PORT' } }
  if (operator_port === null) return { listen_address, operator_address: null }
  const settings = { host: 'OPERATOR_HOST', port: 'OPERATOR_PORT' }
  return { listen_address, operator_address: { host: operator_host, port: operator_port, settings } }
}
