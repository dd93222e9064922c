/** A real nginx with the example of deploy/ before two programs on one database: what it passes on, what it keeps, and how a program is replaced behind it. */
import { once } from 'node:events'
import { constants, connect, type ClientHttp2Session, type IncomingHttpHeaders } from 'node:http2'
import { request } from 'node:http'
import { mkdirSync } from 'node:fs'
import { connect as connectFrom } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import { live_path } from '#contract/live.ts'
import { channel, max_stream_bytes } from '#contract/wire.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { ticketUpload } from '#features/tickets/ticket-upload/ticket-upload.contract.ts'
import { removePlace } from '#server/database/place.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { freshDatabase, type FreshDatabase } from '#server/testing/database.ts'
import { host_name, nginx_missing, startNginx, type Nginx } from '#server/testing/nginx.ts'
import { startProgram, type RunningProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'

const admin_password = 'Mưa-rào-2026'
const test_timeout_ms = 2 * 60_000
const pause_ms = 50
/** nginx asks a program that refused a connection again after `fail_timeout`. */
const fail_timeout_ms = 2_000

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  text: string
}
interface Envelope<T = unknown> {
  error: { code: number; message: string }
  data: T
}
interface ProxyRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

describe.skipIf(nginx_missing)(`behind nginx${nginx_missing ? ` (${nginx_missing})` : ''}`, () => {
  const dirs = [makeDataDir(), makeDataDir()]
  let database: FreshDatabase
  let pools: ReturnType<typeof createPools>
  let db: Db
  let programs: RunningProgram[]
  let nginx: Nginx
  let token = ''
  let marks = 0
  const mark = () => `sau-nginx-${++marks}`

  const start = (index: number, env: Record<string, string> = {}) =>
    startProgram({
      data_dir: dirs[index]!,
      env: {
        DATABASE_URL: database.url,
        FILES_DIR: join(dirs[0]!, 'shared'),
        ADMIN_PASSWORD: admin_password,
        PUBLIC_ORIGIN: `https://${host_name}`,
        TRUST_PROXY: '1',
        CALLS_PER_MINUTE: '1000000',
        ...env,
      },
    })

  beforeAll(async () => {
    database = await freshDatabase()
    mkdirSync(join(dirs[0]!, 'shared'))
    programs = await Promise.all([start(0), start(1)])
    nginx = await startNginx(programs.map(({ url }) => url))
    pools = createPools(database.url, { size: 2 })
    db = createDb(pools.main)
    const login = { username: 'admin', password: admin_password, client: 'api' }
    token = (await call<{ token: string }>(signIn.login, login)).data.token
  }, test_timeout_ms)

  afterAll(async () => {
    for (const session of sessions.values()) session.destroy()
    await nginx?.stop()
    await Promise.all((programs ?? []).map((program) => program.kill9()))
    await pools?.end()
    await database?.drop()
    for (const dir of dirs) removePlace(dir)
  }, test_timeout_ms)

  const sessions = new Map<string, ClientHttp2Session>()
  /** The HTTP/2 connection from this address; nginx ends one after a thousand requests, as it may. */
  async function sessionFrom(address: string): Promise<ClientHttp2Session> {
    const open = sessions.get(address)
    if (open && !open.closed && !open.destroyed) return open
    const socket = connectTls({
      socket: connectFrom({ host: '127.0.0.1', port: nginx.https_port, localAddress: address }),
      servername: host_name,
      ca: nginx.certificate,
      ALPNProtocols: ['h2', 'http/1.1'],
    })
    await once(socket, 'secureConnect')
    const session = connect(`https://${host_name}`, { createConnection: () => socket })
    session.on('error', () => undefined)
    sessions.set(address, session)
    return session
  }

  async function send(path: string, { method = 'GET', headers = {}, body }: ProxyRequest = {}, from = '127.0.0.1') {
    const session = await sessionFrom(from)
    const stream = session.request({ ':method': method, ':path': path, ...headers }, { endStream: body === undefined })
    if (body !== undefined) stream.end(body)
    const [answer] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }]
    let text = ''
    for await (const part of stream.setEncoding('utf8')) text += part
    return { status: answer[':status'], headers: answer, text } satisfies Reply
  }

  async function call<T>(endpoint: Call, input: object, { transid = mark(), from = '127.0.0.1', headers = {} } = {}) {
    const fields = { ...input, channel, transid }
    const all_headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const query = `${endpoint.path}?${new URLSearchParams(fields as unknown as Record<string, string>)}`
    const reply =
      endpoint.method === 'GET'
        ? await send(query, { headers: { ...all_headers, ...headers } }, from)
        : await send(
            endpoint.path,
            { method: endpoint.method, headers: { ...all_headers, ...headers }, body: JSON.stringify(fields) },
            from,
          )
    if (!reply.headers['content-type']?.startsWith('application/json'))
      throw new Error(`${reply.status} ${reply.text.slice(0, 60)}`)
    return JSON.parse(reply.text) as Envelope<T>
  }

  test('browsers get HTTP/2 over TLS, and http leads to https', async () => {
    const session = await sessionFrom('127.0.0.1')
    expect([session.alpnProtocol, session.encrypted]).toEqual(['h2', true])
    const plain = request({ host: '127.0.0.1', port: nginx.http_port, path: '/a?b=c', headers: { host: host_name } })
    plain.end()
    const [answer] = await once(plain, 'response')
    answer.resume()
    expect([answer.statusCode, answer.headers.location]).toEqual([301, `https://${host_name}/a?b=c`])
  })

  test('metrics and documentation are served by the program, but not through nginx', async () => {
    for (const path of ['/metrics', '/docs', '/openapi.json']) {
      const direct = await fetch(programs[0]!.url + path)
      // Read to its end: the program waits for an answer under way when it stops.
      expect([direct.status, await direct.text()]).toEqual([200, expect.stringMatching(/./)])
      for (const way of [path, `/${path}`, `/.${path}`, path.replace('s', '%73'), `${path}?a`, `${path}/`])
        expect([way, (await send(way)).status]).toEqual([way, 404])
    }
    expect((await send('/readyz')).status).toBe(200)
  })

  test('the headers of the program arrive, and the page is the same as without nginx', async () => {
    const through = await send('/')
    const direct = await fetch(programs[0]!.url)
    expect(through.text).toBe(await direct.text())
    for (const name of [
      'content-security-policy',
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'referrer-policy',
      'strict-transport-security',
      'x-content-type-options',
      'x-frame-options',
    ]) {
      expect([name, direct.headers.get(name)]).toEqual([name, expect.stringMatching(/./)])
      expect([name, through.headers[name]]).toEqual([name, direct.headers.get(name)])
    }
  })

  test('the program logs and limits the address from which somebody comes, whatever a header says of it', async () => {
    const failSignIn = async (from: string) => {
      const input = { username: 'khongco', password: 'Sai-mật-khẩu-1', client: 'api' }
      const headers = { 'x-forwarded-for': `10.9.8.${marks}`, 'x-real-ip': '10.9.8.7' }
      return (await call(signIn.login, input, { from, headers })).error.code
    }
    const codes: number[] = []
    for (let n = 0; n < 4; n++) codes.push(await failSignIn('127.0.0.2'))
    const [wrong, captcha] = [errors.wrong_account_or_password[0], errors.captcha_invalid[0]]
    expect(codes).toEqual([wrong, wrong, wrong, captcha])
    expect(await failSignIn('127.0.0.3')).toBe(wrong)
    const transid = mark()
    await call(group.list, {}, { transid, from: '127.0.0.4', headers: { 'x-forwarded-for': '10.9.8.7' } })
    const lines = () => programs.flatMap((program) => program.output().split('\n'))
    await expect.poll(() => lines().find((line) => line.includes(`"${transid}"`))).toContain('"source":"127.0.0.4"')
    const { rows } = await sql<{ source: string }>`
      select distinct source from audit_log where user_id is not null or call like '%login' order by 1`.execute(db)
    expect(rows.map(({ source }) => source)).toEqual(['127.0.0.1', '127.0.0.2', '127.0.0.3'])
  })

  test('a file as large as the program takes gets through, and a larger one is refused by the program', async () => {
    const upload = (bytes: number) => {
      const query = new URLSearchParams({ area_id: '21', open_date: '2026-01-01', channel, transid: mark() })
      return send(`${ticketUpload.upload.path}?${query}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/octet-stream',
          'content-length': String(bytes),
        },
        body: Buffer.alloc(bytes),
      })
    }
    const largest = await upload(max_stream_bytes)
    // It is read to its end before the call finds that the administrator has no store.
    expect([largest.status, (JSON.parse(largest.text) as Envelope).error.code]).toEqual([
      200,
      errors.user_without_store[0],
    ])
    const larger = await upload(max_stream_bytes + 1)
    expect([larger.status, larger.text]).toEqual([413, expect.stringContaining('Dữ liệu gửi lên quá lớn.')])
  })

  test('a live screen is told at once', async () => {
    const stream = (await sessionFrom('127.0.0.1')).request({
      ':path': live_path,
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
    })
    let heard = ''
    stream.setEncoding('utf8').on('data', (text: string) => {
      heard += text
    })
    try {
      await expect.poll(() => heard, { timeout: 5_000 }).toContain('event: open')
      const { data } = await call<{ items: { area_id: number; version: number }[] }>(drawArea.list, {
        keyword: 'Cà Mau',
      })
      const { area_id, version } = data.items[0]!
      const change = { area_id, version, weekdays: [1, 2, 3, 4, 5, 6, 7], draw_time: '16:45' }
      expect((await call(drawArea.update, change)).error.code).toBe(0)
      await expect.poll(() => heard, { timeout: 5_000 }).toMatch(/event: changed\ndata: .*periods/)
    } finally {
      stream.close(constants.NGHTTP2_CANCEL)
    }
  })

  test(
    'a program is replaced and another killed while people read and write: no call fails, none is lost or done twice',
    async () => {
      const [written, failed]: [string[], unknown[]] = [[], []]
      let [calls, is_over] = [0, false]
      const ask = async (endpoint: Call, input: object, transid: string, from: string) => {
        calls++
        // Leaves CPU time for the program that is starting.
        await sleep(pause_ms)
        try {
          const answer = await call(endpoint, input, { transid, from })
          if (answer.error.code !== 0) failed.push({ call: endpoint.name, ...answer.error })
          return answer
        } catch (error) {
          failed.push({ call: endpoint.name, cause: String(error) })
          return null
        }
      }
      const keepWriting = async (writer: number) => {
        const from = `127.0.1.${writer}`
        for (let n = 0; !is_over; n++) {
          const group_name = `Thay máy ${writer}-${n}`
          const input = { group_name, description: 'Ghi trong lúc thay' }
          const transid = mark()
          const first = await ask(group.add, input, transid, from)
          if (first?.error.code === 0) written.push(group_name)
          if (n % 4 > 0) continue
          const retry = await ask(group.add, input, transid, from)
          if (JSON.stringify(retry) !== JSON.stringify(first)) failed.push({ transid, first, retry })
        }
      }
      const keepReading = async (reader: number) => {
        while (!is_over) await ask(group.list, { keyword: 'Thay máy' }, mark(), `127.0.2.${reader}`)
      }
      const work = Promise.all([1, 2, 3, 4].map((n) => Promise.all([keepWriting(n), keepReading(n)])))
      const goOn = (n = 60) => {
        const until = calls + n
        return expect.poll(() => calls, { timeout: 30_000 }).toBeGreaterThanOrEqual(until)
      }
      await goOn()
      expect(await programs[0]!.stop()).toBe(0)
      await goOn()
      programs[0] = await start(0, { PORT: new URL(programs[0]!.url).port })
      await sleep(fail_timeout_ms)
      const callCount = () => programs[0]!.output().split('"msg":"call"').length
      await expect.poll(callCount, { timeout: 10_000 }).toBeGreaterThan(20)
      await programs[1]!.kill9()
      await goOn()
      is_over = true
      await work
      const { rows } = await sql<{ group_name: string }>`
        select group_name from user_group where group_name like 'Thay máy %'`.execute(db)
      console.log(`behind nginx: ${JSON.stringify({ calls, written: written.length, failed: failed.length })}`)
      expect({ failed: failed.slice(0, 5), groups: rows.map(({ group_name }) => group_name).sort() }).toEqual({
        failed: [],
        groups: written.sort(),
      })
    },
    test_timeout_ms,
  )
})
