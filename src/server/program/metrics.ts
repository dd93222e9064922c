/** Prometheus metrics: calls by name and code, their duration, connection pools, the event loop, jobs and gateways. */
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { condition, disks, type BackupCondition, type ReplicaCondition } from './condition.ts'
import { version } from './version.ts'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })
// Of several processes the one that is blocked counts: their average would hide it.
const lag = registry.getSingleMetric('nodejs_eventloop_lag_p99_seconds') as Gauge & { aggregator: string }
lag.aggregator = 'max'

const calls = new Counter({
  name: 've_so_calls_total',
  help: 'Calls by name and answer code',
  labelNames: ['call', 'code'],
  registers: [registry],
})
const seconds = new Histogram({
  name: 've_so_call_seconds',
  help: 'How long calls took',
  labelNames: ['call'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})
const jobs = new Counter({
  name: 've_so_jobs_total',
  help: 'Jobs by queue and outcome',
  // Not 'job', by which Prometheus means the program that it scrapes.
  labelNames: ['queue', 'outcome'],
  registers: [registry],
})

const gateway_calls = new Counter({
  name: 've_so_gateway_calls_total',
  help: 'Calls to gateways by outcome: answered, or why there was no answer to trust',
  labelNames: ['gateway', 'operation', 'outcome'],
  registers: [registry],
})
const ve_so_gateway_seconds = new Histogram({
  name: 've_so_gateway_seconds',
  help: 'How long calls to gateways took, with the wait for their turn',
  labelNames: ['gateway', 'operation'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers: [registry],
})
const gateway_breakers = new Gauge({
  name: 've_so_gateway_breaker_open',
  help: '1 while the gateway is kept from being called, or tried again with one call, after faults in a row',
  aggregator: 'max',
  labelNames: ['gateway'],
  registers: [registry],
})

new Gauge({
  name: 've_so_build_info',
  help: 'Always 1, with the version of the program',
  aggregator: 'first',
  labelNames: ['version'],
  registers: [registry],
}).set({ version }, 1)

/** Counts an answered call by its error code (0 for success), with its duration in seconds. */
export function observeCall(call: string, code: number, duration_s: number): void {
  calls.inc({ call, code })
  seconds.observe({ call }, duration_s)
}

/** Counts a run of a background job. */
export function observeJob(queue: string, outcome: 'done' | 'failed'): void {
  jobs.inc({ queue, outcome })
}

/** Counts a request to an external system, with its duration in seconds. */
export function observeGateway(gateway: string, operation: string, outcome: string, duration_s: number): void {
  gateway_calls.inc({ gateway, operation, outcome })
  ve_so_gateway_seconds.observe({ gateway, operation }, duration_s)
}

/** Records whether the circuit breaker of a gateway is open (1), so that nothing is sent. */
export function observeBreaker(gateway: string, open: 0 | 1): void {
  gateway_breakers.set({ gateway }, open)
}

registry.registerMetric(
  new Gauge({
    name: 've_so_pool_connections',
    help: 'Database connections by pool and state',
    labelNames: ['pool', 'state'],
    registers: [],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(condition().pools)) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  }),
)

const lagging_reads = new Counter({
  name: 've_so_lagging_reads_total',
  help: 'Reads that may lag, by who answered them, and why when it was the primary',
  labelNames: ['from', 'why'],
  registers: [registry],
})

/** Counts a read that may lag; `why` says why the primary answered it. */
export function countLaggingRead(from: 'replica' | 'primary', why: string): void {
  lagging_reads.inc({ from, why })
}

const replica = (
  name: string,
  help: string,
  valueOf: (replica: ReplicaCondition) => number | null,
  aggregator: 'max' | 'min',
) =>
  new Gauge({
    name,
    help,
    aggregator,
    registers: [registry],
    collect() {
      const { replica: read } = condition()
      const value = read && valueOf(read())
      if (value === null) this.remove()
      else this.set(value)
    },
  })
replica('ve_so_replica_lag_seconds', 'How far the replica that answers reports is behind', ({ lag_s }) => lag_s, 'max')
replica('ve_so_replica_ready', '1 while the replica is read', ({ trouble }) => (trouble === null ? 1 : 0), 'min')

registry.registerMetric(
  new Gauge({
    name: 've_so_live_streams',
    help: 'Screens that are told of changes',
    registers: [],
    collect() {
      this.set(condition().streams())
    },
  }),
)

const disk = (name: string, help: string, figure: 'free_bytes' | 'size_bytes') =>
  new Gauge({
    name,
    help,
    labelNames: ['place'],
    aggregator: 'max',
    registers: [registry],
    async collect() {
      this.reset()
      for (const place of await disks()) this.set({ place: place.name }, place[figure])
    },
  })
disk('ve_so_disk_free_bytes', 'Free for the program on the disk of each place that it writes to', 'free_bytes')
disk('ve_so_disk_size_bytes', 'Size of the disk of each place that it writes to', 'size_bytes')

/** As read last: a scrape never waits for the disk of the backups. */
const backup = (name: string, help: string, valueOf: (backups: BackupCondition) => number | null) =>
  new Gauge({
    name,
    help,
    aggregator: 'max',
    registers: [registry],
    collect() {
      const backups = condition().backups?.() ?? null
      const value = backups && valueOf(backups)
      if (value === null) this.remove()
      else this.set(value)
    },
  })
const setUpSeconds = () => {
  const { set_up_at_ms } = condition()
  return set_up_at_ms === null ? null : set_up_at_ms / 1_000
}
const secondsOf = (moment: string | undefined) => (moment === undefined ? 0 : Date.parse(moment) / 1_000)
backup(
  've_so_backup_last_success_timestamp_seconds',
  'When the newest whole backup was done; 0 when there is none',
  ({ newest }) => secondsOf(newest?.ended_at),
)
backup(
  've_so_backup_test_timestamp_seconds',
  'When a backup was restored for a trial; while none was, when the database was set up',
  ({ test }) => (test ? secondsOf(test.at) : setUpSeconds()),
)
backup('ve_so_backup_test_failed', '1 when the newest trial restore failed or its proofs differed', ({ test }) =>
  test?.fault == null ? 0 : 1,
)
backup(
  've_so_backup_upload_timestamp_seconds',
  'When the store of backups last had all that BACKUP_DIR had; 0 when it never had',
  ({ upload }) => upload && secondsOf(upload.at ?? undefined),
)

/**
 * Runs the query once per scrape for all gauges that share it; null where it fails. A hanging database must not block the whole page: its gauges are
 * then left out.
 */
function sharedQuery<T>(query: () => Promise<T>): () => Promise<T | null> {
  let running: Promise<T | null> | null = null
  const start = (): Promise<T | null> => {
    const { promise, resolve } = Promise.withResolvers<T | null>()
    const timeout = setTimeout(() => resolve(null), max_query_ms)
    query().then(resolve, () => resolve(null))
    return promise.finally(() => {
      clearTimeout(timeout)
      running = null
    })
  }
  return () => (running ??= start())
}
/** Prometheus itself gives up after ten seconds. */
const max_query_ms = 5_000

interface QueueDepth {
  name: string
  waiting: number
  given_up: number
  /** How long the oldest waiting job has waited. */
  oldest_s: number
}

/** Queried at each scrape; what cannot be read then is left out. */
export function watchBacklog(count: () => Promise<readonly QueueDepth[]>): void {
  const countOnce = sharedQuery(count)
  const gauge = (name: string, help: string, figure: 'waiting' | 'given_up' | 'oldest_s') =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        const queues = await countOnce()
        this.reset()
        for (const { name: queue, ...depth } of queues ?? []) this.set({ queue }, depth[figure])
      },
    })
  gauge('ve_so_jobs_waiting', 'Work that could be done now and is not under way', 'waiting')
  gauge('ve_so_jobs_oldest_seconds', 'How long the oldest work that could be done now has waited', 'oldest_s')
  gauge('ve_so_jobs_given_up', 'Work that was given up and waits for a person', 'given_up')
}

interface ProofState {
  name: string
  /** When it last ran to its end or found something, in seconds since 1970, and how much; null when it never did. */
  at_s: number | null
  differences: number | null
  /** Why its newest run could not be done; null when it was. */
  fault: string | null
}

let lastProofsOnce = sharedQuery<readonly ProofState[]>(async () => [])

/** The results of the nightly proofs; left out where they cannot be read. */
export function watchProofs(lastProofs: () => Promise<readonly ProofState[]>): void {
  lastProofsOnce = sharedQuery(lastProofs)
}

const proofGauge = (name: string, help: string, valueOf: (proof: ProofState) => number | null) =>
  new Gauge({
    name,
    help,
    labelNames: ['proof'],
    registers: [registry],
    async collect() {
      const proofs = await lastProofsOnce()
      this.reset()
      for (const proof of proofs ?? []) {
        const value = valueOf(proof)
        if (value !== null) this.set({ proof: proof.name }, value)
      }
    },
  })
proofGauge('ve_so_proof_differences', 'What differed when the proof ran last', ({ differences }) => differences)
proofGauge(
  've_so_proof_last_run_timestamp_seconds',
  'When the proof ran last; while it never did, when the database was set up',
  ({ at_s }) => at_s ?? setUpSeconds(),
)
proofGauge('ve_so_proof_failed', '1 when the newest run of the proof could not be done', ({ fault }) =>
  fault === null ? 0 : 1,
)

export interface DatabaseFigures {
  /** How long the query took. */
  seconds: number
  /** How many locks are waited for. */
  waiting_locks: number
  longest_wait_s: number
  connections: number
  max_connections: number
}

/** How fast the database answers and what waits in it; while it does not answer, only that it is not ready. */
export function watchDatabase(measure: () => Promise<DatabaseFigures>): void {
  const measureOnce = sharedQuery(measure)
  const gauge = (name: string, help: string, valueOf: (figures: DatabaseFigures | null) => number | null) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = valueOf(await measureOnce())
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  const part = (name: keyof DatabaseFigures) => (figures: DatabaseFigures | null) => figures && figures[name]
  gauge('ve_so_database_ready', '1 while the database answers', (figures) => (figures ? 1 : 0))
  gauge('ve_so_database_seconds', 'How long the database took to answer a look at it', part('seconds'))
  gauge('ve_so_database_waiting_locks', 'Locks that somebody waits for', part('waiting_locks'))
  gauge(
    've_so_database_longest_wait_seconds',
    'How long the longest wait for a lock has lasted',
    part('longest_wait_s'),
  )
  gauge('ve_so_database_connections', 'Connections that the database has, of all programs', part('connections'))
  gauge('ve_so_database_most_connections', 'Connections that the database takes', part('max_connections'))
}

/** Calls answered since the start, and how many of them were refused as overloaded or failed by a fault. */
export async function callFigures(): Promise<{ calls: number; failed: number }> {
  const { values } = await calls.get()
  const sum = (readings: typeof values) => readings.reduce((total, { value }) => total + value, 0)
  return { calls: sum(values), failed: sum(values.filter(({ labels }) => is_failure.has(Number(labels.code)))) }
}
const is_failure = new Set([-1, 4, 999])

/** The page that Prometheus scrapes, and its content type. */
export async function metricsPage(): Promise<{ type: string; text: string }> {
  return { type: registry.contentType, text: await registry.metrics() }
}

/** The metrics of this process, to be merged with those of others. */
export type ProcessMetrics = Awaited<ReturnType<typeof processMetrics>>
/** The metrics of this process as JSON, which `mergedMetricsPage` merges with those of others. */
export const processMetrics = () => registry.getMetricsAsJSON()

/** Merges the metrics of several processes: counters are added up; of what all of them report, such as a disk's size, the largest counts. */
export async function mergedMetricsPage(all: readonly ProcessMetrics[]): Promise<{ type: string; text: string }> {
  const aggregated = AggregatorRegistry.aggregate(all as object[][])
  return { type: registry.contentType, text: await aggregated.metrics() }
}
