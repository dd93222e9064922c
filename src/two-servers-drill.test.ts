/** Two programs behind a proxy on one database behave as one. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import { channel } from '#contract/wire.ts'
import { live_path } from '#contract/live.ts'
import { group } from '#features/access/group/group.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { file } from '#features/content/file/file.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { ticketUpload, uploadStatus } from '#features/tickets/ticket-upload/ticket-upload.contract.ts'
import { createDb, createPools } from '#server/database/pool.ts'
import { removePlace } from '#server/database/place.ts'
import type { Db } from '#server/database/transaction.ts'
import { newCaptcha, shareCaptchaKey } from '#server/session/captcha.ts'
import { emptyDatabase, type FreshDatabase } from '#server/testing/database.ts'
import { startProgram, type RunningProgram } from '#server/testing/program.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { openProxy, type Proxy } from './testing/proxy.ts'
import { writeTo } from './testing/write.ts'

const admin_password = 'Mưa-rào-2026'
const test_timeout_ms = 4 * 60_000
const description = 'Ghi qua hai máy chủ'

const dirs = [makeDataDir(), makeDataDir()]
/** Stands for a disk that both machines share. */
const files_dir = join(dirs[0]!, 'shared')
let database: FreshDatabase
let pools: ReturnType<typeof createPools>
let db: Db
let programs: RunningProgram[]
let proxy: Proxy
let token: string

const start = (index: number) =>
  startProgram({
    data_dir: dirs[index]!,
    env: {
      DATABASE_URL: database.url,
      FILES_DIR: files_dir,
      ADMIN_PASSWORD: admin_password,
      TRUST_PROXY: '1',
      POOL_SIZE: '5',
      LOG_LEVEL: 'error',
    },
  })
const urlOf = (index: number) => programs[index]!.url
const route = () => proxy.route(programs.map(({ url }) => url))

beforeAll(async () => {
  database = await emptyDatabase()
  mkdirSync(files_dir)
  // Started at the same moment, so that both find an empty database.
  programs = await Promise.all([start(0), start(1)])
  pools = createPools(database.url, { size: 2 })
  db = createDb(pools.main)
  proxy = await openProxy()
  route()
  token = await tokenAt(proxy.url)
}, test_timeout_ms)

afterAll(async () => {
  await proxy?.close()
  await Promise.all((programs ?? []).map((program) => program.stop()))
  await pools?.end()
  await database?.drop()
  for (const dir of dirs) removePlace(dir)
}, test_timeout_ms)

interface Answer<T = unknown> {
  error: { code: number; message: string }
  data: T
}
let marks = 0
const mark = () => `hai-may-chu-${++marks}`

async function call<T>(
  url: string,
  endpoint: Call,
  input: object,
  { transid = mark(), as = token } = {},
): Promise<Answer<T>> {
  const headers = { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as}` }) }
  const fields = { ...input, channel, transid }
  const response =
    endpoint.method === 'GET'
      ? await fetch(`${url}${endpoint.path}?${new URLSearchParams(fields as unknown as Record<string, string>)}`, {
          headers,
        })
      : await fetch(url + endpoint.path, { method: endpoint.method, headers, body: JSON.stringify(fields) })
  return (await response.json()) as Answer<T>
}

const signInAt = (url: string, overrides: object = {}) =>
  call<{ token: string }>(
    url,
    signIn.login,
    { username: 'admin', password: admin_password, client: 'api', ...overrides },
    { as: '' },
  )
const tokenAt = async (url: string) => (await signInAt(url)).data.token
const codeAt = async (url: string, as: string) => (await call(url, ownSession.roles, {}, { as })).error.code
const count = async (table: 'user_group' | 'app_user', name: string) => {
  const column = table === 'user_group' ? 'group_name' : 'user_name'
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)} where ${sql.ref(column)} like ${name}`.execute(db)
  return rows[0]!.n
}

test('both prepared one empty database at the same moment, and it has one of everything', async () => {
  expect(await count('app_user', 'admin')).toBe(1)
  const { rows } =
    await sql`select page_url from page where page_url is not null group by 1 having count(*) > 1`.execute(db)
  expect(rows).toEqual([])
})

test('a proxy gives both their share', async () => {
  for (let n = 0; n < 6; n++) expect(await codeAt(proxy.url, token)).toBe(0)
  expect(Math.min(...programs.map(({ url }) => proxy.counts.get(url) ?? 0))).toBeGreaterThanOrEqual(3)
})

test('who signs in at one is known at the other, and whoever signs out there is out at both at once', async () => {
  const own_token = await tokenAt(urlOf(0))
  expect([await codeAt(urlOf(0), own_token), await codeAt(urlOf(1), own_token)]).toEqual([0, 0])
  expect((await call(urlOf(1), ownSession.logout, {}, { as: own_token })).error.code).toBe(0)
  expect([await codeAt(urlOf(0), own_token), await codeAt(urlOf(1), own_token)]).toEqual([1, 1])
})

test('tries to sign in are counted together, and a captcha of one is answered at the other', async () => {
  const { rows } = await sql<{ captcha_key: Buffer }>`select captcha_key from program_key`.execute(db)
  shareCaptchaKey(rows[0]!.captcha_key)
  const failSignIn = (url: string, overrides: object = {}) =>
    signInAt(url, { username: 'khongcoai', password: 'Sai-mật-khẩu-1', ...overrides }) as Promise<
      Answer<{ captcha_required?: boolean }>
    >
  const solvedCaptcha = () => ({ captcha_id: newCaptcha('ABC234').captcha_id, captcha: 'ABC234' })
  const plain = [await failSignIn(urlOf(0)), await failSignIn(urlOf(1)), await failSignIn(urlOf(0))].map(
    ({ error }) => error.code,
  )
  expect(new Set(plain)).toEqual(new Set([errors.wrong_account_or_password[0]]))
  const blocked = await failSignIn(urlOf(1))
  expect(blocked.data.captcha_required).toBe(true)
  expect(blocked.error.code).toBe(errors.captcha_invalid[0])
  const solved: number[] = []
  for (let n = 3; n < 10; n++) solved.push((await failSignIn(urlOf(n % 2), solvedCaptcha())).error.code)
  expect(new Set(solved)).toEqual(new Set(plain))
  const blocked_tries = await Promise.all([
    failSignIn(urlOf(0), solvedCaptcha()),
    failSignIn(urlOf(1), solvedCaptcha()),
  ])
  expect(new Set(blocked_tries.map(({ error }) => error.code))).toEqual(new Set([errors.too_many_attempts[0]]))
})

test('a transid that is repeated at the other gives the stored answer, and with another input none', async () => {
  const transid = mark()
  const input = { group_name: 'Nhóm hai máy chủ', description }
  const first = await call(urlOf(0), group.add, input, { transid })
  expect(first.error.code).toBe(0)
  expect(await call(urlOf(1), group.add, input, { transid })).toEqual(first)
  expect((await call(urlOf(1), group.add, { group_name: 'Nhóm khác', description }, { transid })).error.code).toBe(115)
  const [together, name] = [mark(), 'Nhóm hai mươi lần']
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      call(proxy.url, group.add, { group_name: name, description }, { transid: together }),
    ),
  )
  expect(new Set(answers.map(({ error }) => error.code))).toEqual(new Set([0]))
  expect([await count('user_group', input.group_name), await count('user_group', name)]).toEqual([1, 1])
})

/** Opens the live event stream of this program and collects what it receives. */
async function listen(url: string, as: string): Promise<{ heard: () => string; close: () => void }> {
  const ending = new AbortController()
  const response = await fetch(url + live_path, { headers: { authorization: `Bearer ${as}` }, signal: ending.signal })
  let text = ''
  void (async () => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part
  })().catch(() => undefined)
  return { heard: () => text, close: () => ending.abort() }
}

test('a change through one is heard at the other, and a session that ends at one is told on the stream at the other', async () => {
  const own_token = await tokenAt(urlOf(1))
  const stream = await listen(urlOf(1), own_token)
  try {
    await expect.poll(stream.heard, { timeout: 5_000 }).toContain('event: open')
    type Area = { area_id: number; version: number; draw_time: string }
    const { data } = await call<{ items: Area[] }>(urlOf(0), drawArea.list, { keyword: 'Cà Mau' })
    const { area_id, version } = data.items[0]!
    const changed = await call(urlOf(0), drawArea.update, {
      area_id,
      version,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      draw_time: '16:45',
    })
    expect(changed.error.code).toBe(0)
    await expect.poll(stream.heard, { timeout: 5_000 }).toMatch(/event: changed\ndata: .*periods/)
    await call(urlOf(0), ownSession.logout, {}, { as: own_token })
    await expect.poll(stream.heard, { timeout: 5_000 }).toContain('event: ended')
  } finally {
    stream.close()
  }
})

test('a picture that was sent to one is shown by the other', async () => {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c00' } })
    .png()
    .toBuffer()
  const form = new FormData()
  const fields = { folder_dir: 'banner', file_name: 'tet.png', channel, transid: mark() }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'tet.png')
  const response = await fetch(urlOf(0) + file.upload.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  const { error, data } = (await response.json()) as Answer<{ url: string }>
  expect(error.code).toBe(0)
  const served_picture = await fetch(urlOf(1) + data.url)
  expect([served_picture.status, served_picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
})

/** Creates a store and a draw that accepts tickets for a week. */
async function openDraw(): Promise<string> {
  return writeTo(db, async (trx) => {
    await sql`insert into base_store (base_id, base_code, base_name) values (900, 'K1', 'Kho Bến Thành')`.execute(trx)
    await sql`insert into base_store_area values (21, 900) on conflict (area_id) do update set base_id = 900`.execute(
      trx,
    )
    const { rows } = await sql<{ open_date: string }>`
      insert into draw_period (category, area_id, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
        values (3, 21, current_date + 8, 'thử', now() - interval '1 hour', now() + interval '1 hour', now() + interval '2 hours',
          now() + interval '2 hours', now() + interval '3 hours')
        on conflict (area_id, open_date) do update set open_at = excluded.open_at, return_until = excluded.return_until,
          stop_at = excluded.stop_at, print_at = excluded.print_at, draw_at = excluded.draw_at
      returning open_date`.execute(trx)
    return rows[0]!.open_date
  })
}

test(
  'files that one took in are worked through by the other, when that one is stopped',
  async () => {
    const open_date = await openDraw()
    type Upload = { upload_id: number; status: number; line_count: number }
    const send = async (n: number) => {
      const query = new URLSearchParams({ area_id: '21', open_date, channel, transid: mark() })
      const lines = Array.from({ length: 20_000 }, (_, index) => `${String(index).padStart(6, '0')},F${n},2`)
      const response = await fetch(`${urlOf(0)}${ticketUpload.upload.path}?${query}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv', 'x-file-name': `tep-${n}.csv` },
        body: `number,series,quantity\n${lines.join('\n')}\n`,
      })
      const { error, data } = (await response.json()) as Answer<Upload>
      expect(error.code).toBe(0)
      return data.upload_id
    }
    const ids: number[] = []
    for (const n of [1, 2, 3, 4]) ids.push(await send(n))
    expect(await programs[0]!.stop()).toBe(0)
    for (const upload_id of ids) {
      const statusNow = async () => (await call<Upload>(urlOf(1), ticketUpload.detail, { upload_id })).data.status
      await expect.poll(statusNow, { timeout: 60_000, interval: 200 }).toBe(uploadStatus.checked)
    }
    programs[0] = await start(0)
    route()
  },
  test_timeout_ms,
)

test(
  'while one after the other is stopped or killed and started again, all that was acknowledged is there once',
  async () => {
    const acknowledged: string[] = []
    const refused: unknown[] = []
    const exits: unknown[] = []
    let going = true
    const write = async (writer: number) => {
      for (let n = 0; going; n++) {
        const group_name = `Luân phiên ${writer}-${n}`
        const transid = mark()
        for (;;) {
          const answer = await call(proxy.url, group.add, { group_name, description }, { transid }).catch(() => null)
          if (answer?.error.code === 0) acknowledged.push(group_name)
          else if (answer && answer.error.code !== 4) refused.push(answer)
          else {
            await sleep(20)
            continue
          }
          break
        }
      }
    }
    const writers = [1, 2, 3, 4].map(write)
    /** Waits until `n` more writes were acknowledged by either program. */
    const waitForMore = (n = 20) => {
      const until = acknowledged.length + n
      return expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(until)
    }
    for (const [index, end] of [
      [0, 'stopped'],
      [1, 'stopped'],
      [0, 'killed'],
    ] as const) {
      await waitForMore()
      if (end === 'killed') await programs[index]!.kill9()
      else exits.push(await programs[index]!.stop())
      await waitForMore()
      programs[index] = await start(index)
      route()
    }
    await waitForMore()
    going = false
    await Promise.all(writers)
    expect([refused, exits]).toEqual([[], [0, 0]])
    expect(acknowledged.length).toBeGreaterThan(50)
    expect(await count('user_group', 'Luân phiên %')).toBe(acknowledged.length)
  },
  test_timeout_ms,
)

const clock_jobs = ['sales.fold', 'orders.expire']

/** Number of runs of each cron job per minute. */
async function runs() {
  const { rows } = await sql<{ name: string; runs: number }>`
    select name, count(*) as runs from pgboss.job where name = any (${clock_jobs}::text[]) and state = 'completed'
    group by name, date_trunc('minute', created_on)`.execute(db)
  return rows
}

test(
  'what the clock asks for is done by one of them',
  async () => {
    const done = async () => new Set((await runs()).map(({ name }) => name)).size
    await expect.poll(done, { timeout: 150_000, interval: 1_000 }).toBe(clock_jobs.length)
    expect((await runs()).filter((row) => Number(row.runs) > 1)).toEqual([])
  },
  test_timeout_ms,
)
