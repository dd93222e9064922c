/** The HTTP door: addresses, envelope, limits and headers. What a call does is decided in serve.ts. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import cookies from '@fastify/cookie'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { errors, Failure } from '#contract/errors.ts'
import { channel, fromQuery, transidPattern } from '#contract/wire.ts'
import type { Config } from './config.ts'
import { isPassing, passingFailure } from './database/refusal.ts'
import { observe } from './metrics.ts'
import { allowance } from './rate.ts'
import { perform, type Answered, type Engine, type Visit } from './serve.ts'

export interface Door {
  engine: Engine
  config: Pick<Config, 'secure_cookies' | 'trust_proxy'>
  log: Logger
  services: readonly Answered[]
}

const most_at_once = 400
const longest_loop_delay_ms = 1_000
const body_limit = 256 * 1024

/** Builds the server with every call's route; listening is the caller's. */
export async function buildServer({ engine, config, log, services }: Door): Promise<FastifyInstance> {
  const server = fastify({
    logger: false,
    trustProxy: trusted(config.trust_proxy),
    bodyLimit: body_limit,
    // A HEAD would run a GET's handler, and some GETs delete.
    exposeHeadRoutes: false,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 10_000,
    maxRequestsPerSocket: 1_000,
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
  })
  await server.register(cookies)
  exactJsonOnly(server)
  server.addHook('onSend', async (_request, reply, payload) => secureHeaders(reply, payload))
  const overload = overloadGuard(server)
  for (const answered of services) {
    const { method, path } = answered.call
    server.route({
      method,
      url: path,
      onRequest: overload,
      handler: (request, reply) => answer({ engine, config, log }, answered, request, reply),
    })
  }
  server.setErrorHandler((error: Error, request, reply) => transportFault(log, error, request, reply))
  server.setNotFoundHandler((_request, reply) => envelope(reply.code(404), 3, 'Không tìm thấy địa chỉ này.'))
  return server
}

/** A number of proxies means that many hops, counted from us. */
function trusted(proxies: Config['trust_proxy']) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}

type Rest = Pick<Door, 'engine' | 'config' | 'log'>

async function answer({ engine, config, log }: Rest, answered: Answered, request: FastifyRequest, reply: FastifyReply) {
  const { call } = answered
  const started = performance.now()
  const given = givenBy(request)
  const visit = visitOf(request, reply, config, given)
  let code = 0
  try {
    if (call.kind === 'write' && crossSite(request)) throw new Failure('request_invalid')
    if (given.channel !== channel || !transidPattern.test(visit.transid))
      throw new Failure('request_invalid', { fields: unmarked(given, visit) })
    if (call.may === 'public' && !allowance(call.name, visit.source)) throw new TooMany()
    const raw =
      call.method === 'GET' || call.method === 'DELETE'
        ? fromQuery(call.input, given)
        : { ...given, ...fromQuery(call.input, paramsOf(request)) }
    return await envelope(reply, 0, 'Thành công', await perform(engine, answered, raw, visit))
  } catch (error) {
    const failure = failureOf(error)
    code = failure.code
    if (!(error instanceof Failure)) log.error({ err: error, transid: visit.transid, call: call.name }, 'call failed')
    if (failure.error === 'too_many_attempts' || failure.error === 'system_overloaded')
      reply.code(429).header('retry-after', '60')
    else if (!(error instanceof Failure)) reply.code(isPassing(error) ? 503 : 500).header('retry-after', '2')
    return await envelope(reply, failure.code, failure.message, failure.data)
  } finally {
    const seconds = (performance.now() - started) / 1000
    observe(call.name, code, seconds)
    log.info(
      { transid: visit.transid, call: call.name, code, ms: Math.round(seconds * 1000), source: visit.source },
      'call',
    )
  }
}

class TooMany extends Failure {
  constructor() {
    super('system_overloaded')
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  return isPassing(error) ? passingFailure(error) : new Failure('unknown_error')
}

function envelope(reply: FastifyReply, code: number, message: string, data: unknown = null) {
  return reply.send({ error: { code, message }, data })
}

function paramsOf(request: FastifyRequest): Record<string, unknown> {
  return request.params as Record<string, unknown>
}

/** What came with the request, wherever it stood: path, query, body; channel and transid may also be headers. */
function givenBy(request: FastifyRequest): Record<string, unknown> {
  const body =
    request.body !== null && typeof request.body === 'object' && !Array.isArray(request.body) ? request.body : {}
  const { channel: channelHeader, transid } = request.headers
  return { channel: channelHeader, transid, ...(request.query as object), ...paramsOf(request), ...body }
}

function visitOf(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Rest['config'],
  given: Record<string, unknown>,
): Visit {
  const { secure_cookies: secure } = config
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  // Over https the prefix keeps other hosts of the domain from setting our cookies.
  const full = (name: string) => (secure ? `__Host-${name}` : name)
  return {
    transid: typeof given.transid === 'string' ? given.transid : '',
    source: request.ip,
    user_agent: request.headers['user-agent'] ?? '',
    token: scheme === 'Bearer' && token ? token : null,
    cookie: (name) => request.cookies[full(name)] ?? null,
    setCookie: (name, value, lifetime_s) => {
      if (value === null) reply.clearCookie(full(name), options)
      else reply.setCookie(full(name), value, { ...options, maxAge: lifetime_s })
    },
  }
}

function unmarked(given: Record<string, unknown>, visit: Visit): Record<string, string> {
  return {
    ...(given.channel === channel ? {} : { channel: `Phải là ${channel}` }),
    ...(transidPattern.test(visit.transid) ? {} : { transid: 'Phải là mã riêng của yêu cầu, 8–64 ký tự' }),
  }
}

/** Some paths change data by GET: a link or picture of another site must not reach them, even if it could bring a token. */
function crossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  return (site !== undefined && site !== 'same-origin') || request.headers['sec-fetch-mode'] === 'navigate'
}

/** Only exact JSON is read as a body: odd content types have been ways around a check. */
function exactJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    /^application\/json(; ?charset=utf-8)?$/i,
    { parseAs: 'string' },
    (_request, body, done) => {
      try {
        done(null, body === '' ? {} : JSON.parse(body as string))
      } catch {
        done(Object.assign(new Error('The body is not JSON'), { statusCode: 400 }))
      }
    },
  )
}

function overloadGuard(server: FastifyInstance) {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  const reset = setInterval(() => delay.reset(), 5_000).unref()
  let running = 0
  server.addHook('onClose', async () => {
    clearInterval(reset)
    delay.disable()
  })
  return async (_request: FastifyRequest, reply: FastifyReply) => {
    if (running >= most_at_once || delay.percentile(50) / 1e6 > longest_loop_delay_ms) {
      reply.code(503).header('retry-after', '2')
      return envelope(reply, errors.system_overloaded[0], errors.system_overloaded[1])
    }
    running++
    reply.raw.once('close', () => running--)
  }
}

/** Faults before a call is reached: the same envelope, with the HTTP status that says what it is. */
function transportFault(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status >= 500) log.error({ err: error, url: request.url.split('?')[0] }, 'request failed')
  const sentences: Record<number, string> = {
    413: 'Dữ liệu gửi lên quá lớn.',
    415: 'Kiểu dữ liệu gửi lên không được hỗ trợ.',
  }
  const code = status >= 500 ? errors.unknown_error[0] : errors.request_invalid[0]
  return envelope(
    reply.code(status),
    code,
    sentences[status] ?? (status >= 500 ? errors.unknown_error[1] : errors.request_invalid[1]),
  )
}

const policy = [
  "default-src 'self'",
  "img-src 'self' data: blob:",
  "style-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

function secureHeaders(reply: FastifyReply, payload: unknown): unknown {
  reply.header('content-security-policy', policy)
  reply.header('x-content-type-options', 'nosniff')
  reply.header('x-frame-options', 'DENY')
  reply.header('referrer-policy', 'no-referrer')
  reply.header('cross-origin-opener-policy', 'same-origin')
  reply.header('cross-origin-resource-policy', 'same-origin')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  return payload
}
