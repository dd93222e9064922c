// `npm run bench:content`: throughput of the calls from which apps load their content, over keep-alive connections: for phones that have the response
// cached (304) and for new ones (200). The load is generated in a worker thread on the same machine.
import type { AddressInfo } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { Worker } from 'node:worker_threads'
import pino from 'pino'
import { migrate } from '#server/database/migrate.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import { buildServer, type ServerParts } from '#server/http/server.ts'
import { startThrowAway } from '#server/testing/throw-away.ts'
import { contentChannel } from '#features/content/content-channel/content-channel.contract.ts'
import { registerContent } from '#features/content/content-channel/content-channel.server.ts'
import { fingerprints } from '../src/services.ts'
import type { Load, Measurements } from './bench-content-clients.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const connections = Number(process.env.BENCH_CALLERS ?? 50)
const { path } = contentChannel.products

/** Runs the load for its number of seconds; the worker ends by itself. */
function measure(load: Load): Promise<Measurements> {
  const worker = new Worker(new URL('bench-content-clients.ts', import.meta.url), { workerData: load })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

const postgres = await startThrowAway()
try {
  await migrate(postgres.url)
  const pools = createPools(postgres.url, { size: 4 })
  const [main, search] = [createDb(pools.main), createDb(pools.search)]
  const log = pino({ level: 'silent' })
  const config = { secure_cookies: false, trust_proxy: false as const, data_dir: tmpdir() }
  // Only channel calls are registered, and of the engine they use only the databases.
  const engine = { main, search, map_key: null } as unknown as ServerParts['engine']
  const server = await buildServer({ engine, config, log, services: [], fingerprints })
  registerContent(server, { search, strict: false, log })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  const bytes = (await response.arrayBuffer()).byteLength
  const etag = response.headers.get('etag')!
  const { length: cores } = cpus()
  console.log(`${seconds} s each, ${connections} connections, ${cores} cores, load ${loadavg()[0]!.toFixed(1)}`)
  const cases = [
    [`known by its tag (304)`, 304, etag],
    [`sent whole (200, ${bytes} bytes)`, 200, null],
  ] as const
  await measure({ port, path, etag, seconds: 1, connections })
  for (const [title, status, known_etag] of cases) {
    const { answers, lasted_ms, p99_ms, others } = await measure({ port, path, etag: known_etag, seconds, connections })
    const rate = Math.round((answers[status] ?? 0) / (lasted_ms / 1_000))
    console.log(
      `${title.padEnd(28)} ${rate.toLocaleString('en')} answers/s, p99 ${p99_ms.toFixed(1)} ms, ${others} others`,
    )
  }
  await server.close()
  await pools.end()
} finally {
  await postgres.stop()
}
