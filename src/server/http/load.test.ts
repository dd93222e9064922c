/** Slow and greedy clients do not delay others, and requests under way are answered. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, read } from '#contract/call.ts'
import { account } from '#features/access/account/account.contract.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { file } from '#features/content/file/file.contract.ts'
import { ask, bearer, envelopeIn, halfRequest, marked, type Reply } from '../../testing/ask.ts'
import { openOffice, password, type Office, type Person } from '../../testing/office.ts'
import { services } from '../../services.ts'
import { serve } from '#server/serve.ts'

const slow = calls('test/slow', { wait: read('GET wait', { title: 'Chờ', may: 'user' }) })
/** The call `wait` is answered once this is resolved. */
let released = Promise.withResolvers<void>()
const slowService = serve(slow, {
  wait: async () => {
    await released.promise
    return null
  },
})

let office: Office
let admin: Person

beforeAll(async () => {
  office = await openOffice([...services, ...slowService], {
    timeouts: { head_ms: 1_000, request_ms: 2_000, stream_ms: 6_000 },
  })
  admin = await office.hire('admin')
})
afterAll(() => office.close())

/** How long the slowest of several calls took while something else went on. */
async function slowestCall(person: Person, until: () => boolean): Promise<number> {
  let slowest = 0
  do {
    const since = performance.now()
    await person.call(account.list, {})
    slowest = Math.max(slowest, performance.now() - since)
    await sleep(20)
  } while (!until())
  return slowest
}

test('1,350 clients that send slowly or nothing are disconnected, and other calls take under two seconds', async () => {
  const head = `POST ${account.add.path} HTTP/1.1\r\nhost: x\r\n`
  const kinds = [
    '',
    'GET / HTTP/1.1\r\nhost: x\r\nslow: ',
    `${head}content-type: application/json\r\ncontent-length: 5000\r\n\r\n{"user_name": "`,
  ]
  const sockets = await Promise.all(Array.from({ length: 1_350 }, (_, n) => halfRequest(office.url, kinds[n % 3]!)))
  // One byte at a time, so that only a bound on the whole request helps.
  const drip = setInterval(() => sockets.forEach(({ socket }) => socket.writable && socket.write('x')), 200)
  let all_ended = false
  const answers = Promise.all(sockets.slice(1).map(({ ended }) => ended)).finally(() => {
    all_ended = true
  })
  const slowest = await slowestCall(admin, () => all_ended)
  clearInterval(drip)
  expect(slowest).toBeLessThan(2_000)
  const timedOut = (await answers).filter((answer) => answer.startsWith('HTTP/1.1 408'))
  expect(timedOut.length).toBeGreaterThan(100)
  expect(envelopeIn(timedOut[0]!.split('\r\n\r\n')[1]!).error.code).toBe(3)
}, 15_000)

test('a request beyond the capacity is refused with 503, and those under way are answered', async () => {
  released = Promise.withResolvers()
  const inside = Array.from({ length: 400 }, () =>
    ask(`${office.url}${slow.wait.path}?${marked()}`, { headers: bearer(admin) }),
  )
  let refused: Reply
  do refused = await ask(`${office.url}${signIn.captcha.path}?${marked()}`)
  while (refused.status !== 503)
  released.resolve()
  expect(refused.headers['retry-after']).toBe('2')
  expect(envelopeIn(refused.text).error.code).toBe(999)
  expect(refused.headers['x-content-type-options']).toBe('nosniff')
  for (const { text } of await Promise.all(inside)) expect(envelopeIn(text).error.code).toBe(0)
})

/** Sixty uploads that begin and do not go on: more than are read at a time or may wait. */
async function beginForms(headers: Record<string, string>) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST ${file.upload.path}?${marked()} HTTP/1.1\r\nhost: x\r\ncontent-length: 5000\r\n${lines.join('')}`
  const partial_request = `${head}content-type: multipart/form-data; boundary=x\r\n\r\n--x\r\n`
  const uploads = await Promise.all(Array.from({ length: 60 }, () => halfRequest(office.url, partial_request)))
  await sleep(200)
  return uploads
}

async function upload(): Promise<{ code: number; ms: number }> {
  const since = performance.now()
  const picture = { name: 'a.png', bytes: new Uint8Array(9) }
  const { body } = await admin.raw(file.upload, { folder_dir: 'banner', file_name: 'a.png' }, { file: picture })
  return { code: body.error.code, ms: performance.now() - since }
}

test('slow uploads without a session do not delay an upload of a signed-in person', async () => {
  const uploads = await beginForms({})
  const { code, ms } = await upload()
  expect(code).toBe(3)
  expect(ms).toBeLessThan(1_000)
  for (const { socket } of uploads) socket.destroy()
})

test('an upload that is aborted or too slow frees its place', async () => {
  for (const { socket } of await beginForms(bearer(admin))) socket.destroy()
  await sleep(200)
  expect((await upload()).code).toBe(3)
  await Promise.all((await beginForms(bearer(admin))).map(({ ended }) => ended))
  expect((await upload()).code).toBe(3)
})

test('during a flood of sign-ins other calls take under two seconds, and the excess is refused with 503', async () => {
  const flood = Array.from({ length: 150 }, (_, n) =>
    ask(`${office.url}${signIn.login.path}?${marked()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: `khong.co.${n}`, password }),
    }),
  )
  let is_over = false
  const replies = Promise.all(flood).finally(() => {
    is_over = true
  })
  expect(await slowestCall(admin, () => is_over)).toBeLessThan(2_000)
  const statuses = (await replies).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})

test('a closing server answers requests under way and accepts no new connections', async () => {
  const closing = await openOffice([...services, ...slowService])
  const an = await closing.hire([])
  released = Promise.withResolvers()
  const under_way = Array.from({ length: 3 }, () =>
    ask(`${closing.url}${slow.wait.path}?${marked()}`, { headers: bearer(an) }),
  )
  await sleep(200)
  const closed = closing.close()
  await sleep(100)
  await expect(ask(closing.url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  released.resolve()
  for (const { status, text } of await Promise.all(under_way)) {
    expect([status, envelopeIn(text).error.code]).toEqual([200, 0])
  }
  await closed
})
