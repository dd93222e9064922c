/** The HTTP server: addresses, envelope, limits and headers. What a call does is decided in serve.ts. */
import type { IncomingMessage } from 'node:http'
import cookieParser from '@fastify/cookie'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Call } from '#contract/call.ts'
import { Failure } from '#contract/errors.ts'
import { shapeOf } from '#contract/schema.ts'
import { channel, fromQuery, max_file_bytes, max_stream_bytes, transid_pattern } from '#contract/wire.ts'
import { RetryLater } from './retry-later.ts'
import { setCondition } from '#server/program/condition.ts'
import type { Config } from '#server/program/config.ts'
import { logFault } from '#server/database/outage.ts'
import { isTransient } from '#server/database/refusal.ts'
import { download, isSending } from './download.ts'
import { answerCall, sendRefusal } from './envelope.ts'
import { readForm, registerForms, type Form } from './form.ts'
import { registerLive } from './live-stream.ts'
import { watchMethods } from './methods.ts'
import { openLive, type Fingerprints } from '#server/live/live.ts'
import { watchLoad, type Load } from './load.ts'
import { withinRateLimit } from './rate-limit.ts'
import { registerReads } from './reads.ts'
import { perform, type ServedCall, type Engine, type RequestInfo } from '#server/serve.ts'
import { identify, type Me } from '#server/session/session.ts'
import { receive, spoolDir, stream_types } from './stream.ts'
import { answerConnectionFault, faultOf, json_type, secureHeaders } from './transport.ts'

/** What the HTTP server is built from. */
export interface ServerParts {
  engine: Engine
  config: Pick<Config, 'secure_cookies' | 'trust_proxy' | 'data_dir'> &
    Partial<Pick<Config, 'files_dir' | 'public_origin'>>
  log: Logger
  services: readonly ServedCall[]
  /** Notifies live screens of changes. */
  fingerprints: Fingerprints
  /** How long a client may take to send its request. */
  timeouts?: { head_ms: number; request_ms: number; stream_ms: number } | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Does the work of a request, or refuses it with "retry later" when the program is at its limit. */
    admit(reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown>
    /** Who requests a picture: browsers send no header with it, so the token comes in the page's readable cookie, beside its HttpOnly partner. */
    identifyViewer(request: FastifyRequest): Promise<Me>
  }
}

const body_limit = 256 * 1024
const usual_timeouts = { head_ms: 10_000, request_ms: 30_000, stream_ms: 300_000 }

/** Builds the server with a route for every call; the caller starts listening. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { engine, config, log, services, fingerprints, timeouts = usual_timeouts } = parts
  const has_maps = engine.map_key !== null
  const server = fastify({
    logger: false,
    trustProxy: trusted(config.trust_proxy),
    bodyLimit: body_limit,
    // Fastify would run a GET's handler for HEAD, and some GETs delete: HEAD is answered only where a route says so.
    exposeHeadRoutes: false,
    requestTimeout: timeouts.stream_ms,
    connectionTimeout: 60_000,
    keepAliveTimeout: 10_000,
    maxRequestsPerSocket: 1_000,
    // Requests that still arrive on open connections while we close are answered with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    http: { headersTimeout: timeouts.head_ms, connectionsCheckingInterval: timeouts.head_ms / 2 },
    clientErrorHandler: answerConnectionFault,
    frameworkErrors: (error, _request, reply) => {
      secureHeaders(reply as FastifyReply, has_maps)
      return (reply as FastifyReply).code(error.statusCode ?? 400).send(faultOf(error.statusCode ?? 400))
    },
  })
  await server.register(cookieParser)
  exactJsonOnly(server)
  await registerForms(server)
  server.addHook('onSend', async (_request, reply) => {
    secureHeaders(reply, has_maps)
    if (config.secure_cookies) reply.header('strict-transport-security', 'max-age=31536000')
  })
  server.setErrorHandler((error: Error, request, reply) => transportFault(log, error, request, reply))
  watchMethods(server)
  const { main: db, limits } = engine
  const live = openLive({ db, limits, log, fingerprints })
  setCondition({ streams: () => live.count() })
  const calls = services.map(({ call }) => call)
  registerLive(server, { live, has_maps, identify: (request) => identifyCaller(engine, config, request), calls })
  const load = watchLoad()
  server.addHook('onClose', async () => load.stop())
  server.decorate('admit', (reply, work) => admit(load, reply, work))
  server.decorate('identifyViewer', (request) => {
    const { token, cookie } = credentialsOf(request, config)
    return identify(db, token ?? request.cookies.token ?? null, cookie('partner'), limits)
  })
  registerReads(server, {
    engine,
    log,
    services,
    identify: (request) => identifyCaller(engine, config, request),
    requestInfoOf: (request, reply) => {
      const fields = sentFieldsOf(request, null)
      const info = requestInfoOf(request, reply, config, fields, null, new Map())
      assertChannelAndTransid(fields, info)
      return info
    },
  })
  const route = (scope: FastifyInstance, served: ServedCall) => {
    const { method, path, file, stream } = served.call
    scope.route({
      method,
      url: path,
      bodyLimit: stream ? max_stream_bytes : file ? max_file_bytes + body_limit : body_limit,
      preParsing: refuseForm(file),
      handler: (request, reply) => server.admit(reply, () => answer({ engine, config, log }, served, request, reply)),
    })
  }
  const [streaming, usual] = [services.filter(({ call }) => call.stream), services.filter(({ call }) => !call.stream)]
  const long = new Set(streaming.map(({ call }) => call.path))
  server.addHook('onRequest', async (request) => {
    if (!long.has(request.routeOptions.url ?? '')) boundTime(request.raw, timeouts.request_ms)
  })
  for (const served of usual) route(server, served)
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Not read here: the call reads the body once it knows that it wants it.
    scope.addContentTypeParser(stream_types, (_request, _body, done) => done(null))
    for (const served of streaming) route(scope, served)
  })
  return server
}

function admit(load: Load, reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
  return load.isFull() ? Promise.resolve(sendRefusal(reply, new RetryLater(503, 2))) : load.carry(work)
}

/** A number means that so many proxies, counted from us, are trusted. */
function trusted(proxies: Config['trust_proxy']) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}

type AnswerContext = Pick<ServerParts, 'engine' | 'config' | 'log'>

function answer(
  { engine, config, log }: AnswerContext,
  served: ServedCall,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { call } = served
  const cookies = new Map<string, () => void>()
  let fields = sentFieldsOf(request, null)
  let info = requestInfoOf(request, reply, config, fields, null, cookies)
  const work = async () => {
    if (call.file) {
      const form = await readFormOf(engine, config, call, request)
      fields = sentFieldsOf(request, form)
      info = requestInfoOf(request, reply, config, fields, form, cookies)
    }
    if (call.kind === 'write' && crossSite(request)) throw new Failure('request_invalid')
    assertChannelAndTransid(fields, info)
    if (call.may === 'public' && !(await withinRateLimit(call.name, info.source))) throw new RetryLater(429, 60)
    const data = await perform(engine, served, fieldsOf(call, fields, request), info)
    if (!isSending(reply)) for (const set of cookies.values()) set()
    return data
  }
  const { strict } = engine
  return answerCall(reply, { call, log, strict, work, about: () => ({ transid: info.transid, source: info.source }) })
}

/** The fields that were sent; those from the address, which are text, are converted to the types of the call's input. */
function fieldsOf(call: Call, fields: Record<string, unknown>, request: FastifyRequest): Record<string, unknown> {
  const in_address = call.method === 'GET' || call.method === 'DELETE' || call.stream
  if (!in_address) return { ...fields, ...fromQuery(call.input, paramsOf(request)) }
  const declaredFields = shapeOf(call.input)
  const undeclared = Object.entries(fields).filter(([name]) => !Object.hasOwn(declaredFields, name))
  return { ...Object.fromEntries(undeclared), ...fromQuery(call.input, fields) }
}

function identifyCaller({ main, limits }: Engine, config: AnswerContext['config'], request: FastifyRequest) {
  const { token, cookie } = credentialsOf(request, config)
  return identify(main, token, cookie('partner'), limits)
}

/** A form may be large and slow, and only a few are read at a time: anonymous requests are refused before it is read. */
async function readFormOf(
  engine: Engine,
  config: AnswerContext['config'],
  call: Call,
  request: FastifyRequest,
): Promise<Form> {
  const is_known = call.may !== 'public' && request.isMultipart()
  return readForm(request, is_known ? (await identifyCaller(engine, config, request)).user_id : request.ip)
}

function paramsOf(request: FastifyRequest): Record<string, unknown> {
  return request.params as Record<string, unknown>
}

/** All fields of the request, from path, query and body; channel and transid may also be headers. */
function sentFieldsOf(request: FastifyRequest, form: Form | null): Record<string, unknown> {
  const body =
    request.body !== null && typeof request.body === 'object' && !Array.isArray(request.body) ? request.body : {}
  const { channel: channelHeader, transid } = request.headers
  return {
    channel: channelHeader,
    transid,
    ...(request.query as object),
    ...paramsOf(request),
    ...body,
    ...form?.fields,
  }
}

function requestInfoOf(
  request: FastifyRequest,
  reply: FastifyReply,
  config: AnswerContext['config'],
  fields: Record<string, unknown>,
  form: Form | null,
  cookies: Map<string, () => void>,
): RequestInfo {
  const { secure_cookies: secure } = config
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const
  const full = (name: string) => cookieName(name, config)
  return {
    transid: typeof fields.transid === 'string' ? fields.transid : '',
    source: request.ip,
    user_agent: request.headers['user-agent'] ?? '',
    origins: config.public_origin
      ? [config.public_origin]
      : ['http', 'https'].map((scheme) => `${scheme}://${request.host}`),
    ...credentialsOf(request, config),
    file: form?.file ?? null,
    spooled: null,
    receive: (user_id) => receive(request, spoolDir(config), user_id),
    send: (file) => download(reply, file),
    // Cookies are set once the call has succeeded: a rolled-back call must not change the browser's session.
    setCookie: (name, value, lifetime_s) => {
      cookies.set(name, () => {
        if (value === null) reply.clearCookie(full(name), options)
        else reply.setCookie(full(name), value, { ...options, maxAge: lifetime_s })
      })
    },
  }
}

/** Over https the prefix keeps other hosts of the domain from setting our cookies. */
function cookieName(name: string, { secure_cookies }: AnswerContext['config']): string {
  return secure_cookies ? `__Host-${name}` : name
}

function credentialsOf(
  request: FastifyRequest,
  config: AnswerContext['config'],
): Pick<RequestInfo, 'token' | 'cookie'> {
  const [scheme = '', token] = (request.headers.authorization ?? '').split(' ')
  return {
    token: scheme.toLowerCase() === 'bearer' && token ? token : null,
    cookie: (name) => request.cookies[cookieName(name, config)] ?? null,
  }
}

function assertChannelAndTransid(fields: Record<string, unknown>, info: RequestInfo): void {
  if (fields.channel !== channel || !transid_pattern.test(info.transid))
    throw new Failure('request_invalid', { fields: channelAndTransidFaults(fields, info) })
}

function channelAndTransidFaults(fields: Record<string, unknown>, info: RequestInfo): Record<string, string> {
  return {
    ...(fields.channel === channel ? {} : { channel: `Phải là ${channel}` }),
    ...(transid_pattern.test(info.transid) ? {} : { transid: 'Phải là mã riêng của yêu cầu, 8–64 ký tự' }),
  }
}

/** Some calls change data by GET: a link or picture on another site must not reach them, even if it could send a token. */
function crossSite(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site']
  return (site !== undefined && site !== 'same-origin') || request.headers['sec-fetch-mode'] === 'navigate'
}

/** A form is accepted only where a call has a file; elsewhere it would bypass the check of the content type. */
function refuseForm(is_expected: boolean) {
  return async (request: FastifyRequest) => {
    if (!is_expected && /^multipart\//i.test(request.headers['content-type'] ?? ''))
      throw Object.assign(new Error('No form is expected here'), { statusCode: 415 })
  }
}

/** A usual request must arrive completely within this time, or its connection is closed. */
function boundTime(raw: IncomingMessage, timeout_ms: number): void {
  if (raw.complete) return
  const timer = setTimeout(() => {
    if (!raw.complete) answerConnectionFault({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket)
  }, timeout_ms)
  raw.once('close', () => clearTimeout(timer))
}

/** Only exact JSON is read as a body. */
function exactJsonOnly(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(json_type, { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? {} : JSON.parse(body as string))
    } catch {
      done(Object.assign(new Error('The body is not JSON'), { statusCode: 400 }))
    }
  })
}

/** Errors before a call is reached: the same envelope, with the HTTP status of the error. */
function transportFault(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof Failure) return sendRefusal(reply, error)
  const status = (error as { statusCode?: number }).statusCode ?? (isTransient(error) ? 503 : 500)
  if (status >= 500) logFault(log, { err: error, url: request.url.split('?')[0] }, 'request failed')
  return reply.code(status).send(faultOf(status))
}
