/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP as JSON, in batches and in the background. Calls never wait for it: what the collector
 * does not take is dropped and counted.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Counter } from 'prom-client'
import { registry } from './metrics.ts'
import type { Span } from './trace.ts'
import { version } from './version.ts'

const max_waiting = 5_000
const batch_size = 500
const every_ms = 1_000
const timeout_ms = 5_000

const kinds = { internal: 1, server: 2, client: 3 } as const

const spans = new Counter({
  name: 've_so_spans_total',
  help: 'Spans of traces by what became of them: sent to the collector, or dropped because it did not take them',
  labelNames: ['outcome'],
  registers: [registry],
})

export interface Exporter {
  take(span: Span): void
  /** Sends the remaining spans. */
  close(): Promise<void>
}

/** @param endpoint the value of OTEL_EXPORTER_OTLP_ENDPOINT, without a path */
export function openExporter(endpoint: string, onFault: (error: unknown) => void): Exporter {
  let waiting: Span[] = []
  let closing = false
  let is_faulty = false

  async function sendSome(): Promise<void> {
    const spanBatch = waiting.slice(0, batch_size)
    waiting = waiting.slice(batch_size)
    if (spanBatch.length === 0) return
    try {
      const response = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(requestOf(spanBatch)),
        signal: AbortSignal.timeout(timeout_ms),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`The collector answered ${response.status}`)
      spans.inc({ outcome: 'sent' }, spanBatch.length)
      is_faulty = false
    } catch (error) {
      spans.inc({ outcome: 'dropped' }, spanBatch.length)
      // Logged once, until the collector answers again.
      if (!is_faulty) onFault(error)
      is_faulty = true
    }
  }

  const running = (async () => {
    while (!closing) {
      await sleep(every_ms, undefined, { ref: false })
      while (waiting.length > 0 && !is_faulty) await sendSome()
      if (is_faulty) await sendSome()
    }
  })()
  return {
    take(span) {
      if (waiting.length < max_waiting) waiting.push(span)
      else spans.inc({ outcome: 'dropped' })
    },
    async close() {
      closing = true
      void running
      await sendSome()
    },
  }
}

/** The body as the protocol has it: https://opentelemetry.io/docs/specs/otlp/#otlphttp */
function requestOf(batch: readonly Span[]) {
  const resource = { attributes: attributesOf({ 'service.name': 've-so-back-office', 'service.version': version }) }
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 've-so' }, spans: batch.map(spanOf) }] }] }
}

function spanOf({ trace_id, span_id, parent_id, name, kind, start_ms, end_ms, attributes, failed }: Span) {
  return {
    traceId: trace_id,
    spanId: span_id,
    ...(parent_id !== null && { parentSpanId: parent_id }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(start_ms),
    endTimeUnixNano: nanoseconds(end_ms),
    attributes: attributesOf(attributes),
    status: failed ? { code: 2 } : {},
  }
}

/** Milliseconds as a text of nanoseconds, which do not fit into a JavaScript number. */
const nanoseconds = (ms: number) => `${BigInt(Math.round(ms * 1_000)) * 1_000n}`

const attributesOf = (attributes: Span['attributes']) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }))
