/**
 * Records what a call does, for the log and for traces: who made it, and each statement that it ran. A call's trace has the number of its transid,
 * which the browser makes with the click and keeps on every retry, so that everything caused by one click is one trace.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash, randomBytes } from 'node:crypto'
import type { LogEvent } from 'kysely'

export interface Span {
  trace_id: string
  span_id: string
  parent_id: string | null
  name: string
  kind: 'server' | 'client' | 'internal'
  start_ms: number
  end_ms: number
  attributes: Record<string, string | number>
  failed: boolean
}

interface Work {
  user_id: number | null
  statements: number
  trace_id: string
  span_id: string
}

const currentWork = new AsyncLocalStorage<Work>()
let exportSpan: ((span: Span) => void) | null = null

/** From now on spans are recorded and passed on; before that only statements are counted. */
export function sendTracesTo(take: (span: Span) => void): void {
  exportSpan = take
}

/** Notes who makes the running call. */
export function setTraceUser(user_id: number): void {
  const work = currentWork.getStore()
  if (work) work.user_id = user_id
}

interface TraceOptions {
  name: string
  kind: Span['kind']
  /** For how long the person had waited before it arrived: the trace then begins with a span of the click. */
  waited_ms?: number | null
  /** The transid by which the trace is known; read at the end, when it is known. Null gives the trace a number of its own. */
  transid: () => string | null
  attributes: () => Span['attributes']
  failed: () => boolean
}

/** Runs the work and counts its statements; `done` gets the counts, also when it fails. */
export async function traced<T>(
  { name, kind, waited_ms = null, transid, attributes, failed }: TraceOptions,
  run: () => Promise<T>,
  done: (counts: Readonly<Pick<Work, 'user_id' | 'statements'>>) => void,
): Promise<T> {
  // The number of the trace may become known only when the body is read, which is before the first statement.
  const work: Work = { user_id: null, statements: 0, trace_id: '', span_id: exportSpan ? spanId() : '' }
  const start_ms = now()
  const pending: Span[] = []
  if (exportSpan) statements_of.set(work, pending)
  try {
    return await currentWork.run(work, run)
  } finally {
    done(work)
    if (exportSpan) {
      const trace_id = traceIdOf(transid())
      const { span_id, user_id, statements } = work
      const end_ms = now()
      const span_attributes = { ...attributes(), statements, ...(user_id !== null && { 'enduser.id': user_id }) }
      const ended = { trace_id, end_ms, failed: failed() }
      const click = waited_ms === null ? null : clickSpan(start_ms - waited_ms, ended)
      if (click) exportSpan(click)
      const parent_id = click?.span_id ?? null
      exportSpan({ ...ended, span_id, parent_id, name, kind, start_ms, attributes: span_attributes })
      for (const span of pending) exportSpan({ ...span, trace_id })
    }
  }
}

/** The browser sends no spans; what it tells of the click is enough for one, which ends with the answer. */
function clickSpan(start_ms: number, ended: Pick<Span, 'trace_id' | 'end_ms' | 'failed'>): Span {
  return { ...ended, span_id: spanId(), parent_id: null, name: 'click', kind: 'internal', start_ms, attributes: {} }
}

const statements_of = new WeakMap<Work, Span[]>()
/** Beyond this many, statements are counted without a span each. */
const max_statements = 200

/** The log function for Kysely: records each statement that ran. The recorded text contains no values. */
export function recordStatement({ query, queryDurationMillis, level }: LogEvent): void {
  const work = currentWork.getStore()
  if (!work) return
  work.statements++
  const pending = statements_of.get(work)
  if (!pending || pending.length >= max_statements) return
  const end_ms = now()
  pending.push({
    trace_id: '',
    span_id: spanId(),
    parent_id: work.span_id,
    name: /^\s*\w+/.exec(query.sql)?.[0].trim().toLowerCase() ?? 'statement',
    kind: 'client',
    start_ms: end_ms - queryDurationMillis,
    end_ms,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': query.sql.slice(0, 2_000) },
    failed: level === 'error',
  })
}

const now = () => performance.timeOrigin + performance.now()
const spanId = () => randomBytes(8).toString('hex')

/** The number of the trace: a transid that is a UUID itself, otherwise its digest; a random one without a transid. */
export function traceIdOf(transid: string | null): string {
  if (!transid) return randomBytes(16).toString('hex')
  const plain = transid.replaceAll('-', '').toLowerCase()
  return /^[\da-f]{32}$/.test(plain) ? plain : createHash('sha256').update(transid).digest('hex').slice(0, 32)
}
