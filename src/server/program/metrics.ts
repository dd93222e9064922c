/** What Prometheus reads: calls by name and code, how long they took, the pools, the event loop, the jobs, the gateways. */
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '#server/program/version.ts'

const registry = new Registry()
collectDefaultMetrics({ register: registry })

const calls = new Counter({
  name: 'calls_total',
  help: 'Calls by name and answer code',
  labelNames: ['call', 'code'],
  registers: [registry],
})
const seconds = new Histogram({
  name: 'call_seconds',
  help: 'How long calls took',
  labelNames: ['call'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})
const jobs = new Counter({
  name: 'jobs_total',
  help: 'Jobs by name and outcome',
  labelNames: ['job', 'outcome'],
  registers: [registry],
})

const gateway_calls = new Counter({
  name: 'gateway_calls_total',
  help: 'Calls to gateways by outcome: answered, or why there was no answer to trust',
  labelNames: ['gateway', 'operation', 'outcome'],
  registers: [registry],
})
const gateway_seconds = new Histogram({
  name: 'gateway_seconds',
  help: 'How long calls to gateways took, with the wait for their turn',
  labelNames: ['gateway', 'operation'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers: [registry],
})
const gateway_breakers = new Gauge({
  name: 'gateway_breaker_open',
  help: '1 while the gateway is kept from being called, or tried again with one call, after faults in a row',
  labelNames: ['gateway'],
  registers: [registry],
})

new Gauge({
  name: 've_so_build_info',
  help: 'Always 1, with the version of the program',
  labelNames: ['version'],
  registers: [registry],
}).set({ version }, 1)

export function observe(call: string, code: number, duration_s: number): void {
  calls.inc({ call, code })
  seconds.observe({ call }, duration_s)
}

export function observeJob(job: string, outcome: 'done' | 'failed'): void {
  jobs.inc({ job, outcome })
}

export function observeGateway(gateway: string, operation: string, outcome: string, duration_s: number): void {
  gateway_calls.inc({ gateway, operation, outcome })
  gateway_seconds.observe({ gateway, operation }, duration_s)
}

export function observeBreaker(gateway: string, open: 0 | 1): void {
  gateway_breakers.set({ gateway }, open)
}

export function watchPools(pools: Record<string, pg.Pool>): void {
  const gauge = new Gauge({
    name: 'pool_connections',
    help: 'Database connections by pool and state',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        gauge.set({ pool, state: 'busy' }, totalCount - idleCount)
        gauge.set({ pool, state: 'idle' }, idleCount)
        gauge.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
}

interface QueueDepth {
  name: string
  waiting: number
  given_up: number
}

/** Counts when it is asked; of what cannot be counted at that moment nothing is told. */
export function watchBacklog(count: () => Promise<readonly QueueDepth[]>): void {
  const gauge = (name: string, help: string, of: 'waiting' | 'given_up') =>
    new Gauge({
      name,
      help,
      labelNames: ['job'],
      registers: [registry],
      async collect() {
        const queues = await count().catch(() => [])
        this.reset()
        for (const queue of queues) this.set({ job: queue.name }, queue[of])
      },
    })
  gauge('jobs_waiting', 'Work that could be done now and is not under way', 'waiting')
  gauge('jobs_given_up', 'Work that was given up and waits for a person', 'given_up')
}

/** Looked up when it is asked: a backup may also be made by the command. */
export function watchBackups(newest: () => { ended_at: string } | null): Gauge {
  return new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the newest whole backup was done; 0 when there is none',
    registers: [registry],
    collect() {
      const backup = newest()
      this.set(backup === null ? 0 : Date.parse(backup.ended_at) / 1_000)
    },
  })
}

interface ProofRun {
  name: string
  /** Seconds since 1970. */
  at_s: number
  differences: number
}

/** How the proofs of everything ended that the clock runs each night; of what cannot be read at that moment nothing is told. */
export function watchProofs(last: () => Promise<readonly ProofRun[]>): void {
  const gauge = (name: string, help: string, of: 'at_s' | 'differences') =>
    new Gauge({
      name,
      help,
      labelNames: ['proof'],
      registers: [registry],
      async collect() {
        const runs = await last().catch(() => [])
        this.reset()
        for (const run of runs) this.set({ proof: run.name }, run[of])
      },
    })
  gauge('proof_differences', 'What differed when the proof ran last', 'differences')
  gauge('proof_last_run_timestamp_seconds', 'When the proof ran last', 'at_s')
}

/** The page that Prometheus scrapes, and its content type. */
export async function metricsPage(): Promise<{ type: string; text: string }> {
  return { type: registry.contentType, text: await registry.metrics() }
}
