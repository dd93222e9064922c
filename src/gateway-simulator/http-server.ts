/** HTTP server of the simulator: routing, faults and responses. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { pseudoRandom } from './pseudo-random.ts'
import { pickFault, type RequestFault } from './faults.ts'
import type { SimulatorState } from './state.ts'

export interface SimulatorRequest {
  method: string
  /** Request target as received, including the query. */
  target: string
  query: URLSearchParams
  /** First capture group of the route's pattern. */
  parameter: string
  headers: IncomingMessage['headers']
  body: string
  /** Another request with the same key is being processed. */
  is_busy: boolean
  /** The fault to apply to this request. */
  fault: RequestFault | null
}

export interface Reply {
  status: number
  body: unknown
  /** Signs the body when the signature is sent in a header. */
  sign?: (text: string) => string
}

export interface Route {
  method: string
  pattern: RegExp
  faults: readonly RequestFault[]
  /** Requests with the same key are attempts of the same operation. */
  keyOf: (request: SimulatorRequest) => string
  handle: (request: SimulatorRequest) => Reply | Promise<Reply>
}

const max_bytes = 1_048_576

/**
 * The server, not listening yet. Each try of a request draws its fault by the seed; a body above 1 MB or a handler that
 * throws is answered with 400.
 */
export function createHttpServer(state: SimulatorState, routes: readonly Route[]): Server {
  const tries = new Map<string, number>()
  const busy = new Set<string>()

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = incoming.url ?? '/'
    const { pathname, searchParams: query } = new URL(target, 'http://simulator')
    const method = incoming.method ?? 'GET'
    const route = routes.find((candidate) => candidate.method === method && candidate.pattern.test(pathname))
    if (!route) return send(response, { status: 404, body: { code: 'no_such_path', message: pathname } })

    const parameter = decodeURIComponent(route.pattern.exec(pathname)?.[1] ?? '')
    const body = await bodyOf(incoming)
    const request: SimulatorRequest = {
      method,
      target,
      query,
      parameter,
      headers: incoming.headers,
      body,
      is_busy: false,
      fault: null,
    }
    const key = `${route.pattern.source} ${route.keyOf(request)}`
    const turn = (tries.get(key) ?? 0) + 1
    tries.set(key, turn)
    const fault = pickFault(state.faults, route.faults, state.seed, key, turn)
    await answer(route, { ...request, fault }, key, response)
  }

  async function answer(route: Route, request: SimulatorRequest, key: string, response: ServerResponse) {
    const { fault } = request
    const { delay_ms } = state.delays
    if (fault === 'lost_request') return void response.destroy()
    if (fault === 'late_request') {
      response.destroy()
      await sleep(delay_ms, undefined, { signal: state.closing })
    }
    const is_busy = busy.has(key)
    busy.add(key)
    try {
      const reply = await route.handle({ ...request, is_busy })
      if (fault === 'delay') {
        await sleep(delay_ms * pseudoRandom(state.seed, 'delay', key), undefined, { signal: state.closing })
      }
      if (fault === 'lost_answer' || fault === 'late_request') response.destroy()
      else if (fault === 'error') send(response, { status: 502, body: '<h1>502 Bad Gateway</h1>' })
      else send(response, reply)
    } finally {
      if (!is_busy) busy.delete(key)
    }
  }

  return createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      if (state.closing.aborted || response.destroyed) return
      send(response, { status: 400, body: { code: 'bad_request', message: String(error) } })
    })
  })
}

function send(response: ServerResponse, { status, body, sign }: Reply): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers: Record<string, string> = { 'content-type': 'application/json; charset=utf-8' }
  if (sign) headers['x-signature'] = sign(text)
  // A 204 response has no body.
  response.writeHead(status, headers).end(status === 204 ? undefined : text)
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > max_bytes) throw new Error('the body is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
