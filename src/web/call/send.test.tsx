import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calls, read, write } from '#contract/call.ts'
import { waited_header } from '#contract/wire.ts'
import { ConnectionError, Refusal, send } from './send.ts'
import { endSession, signedIn, startSession } from '#web/session/session.ts'
import { sendUntilKnown } from './submit.ts'

const thing = calls('cms/thing', {
  list: read('GET list', {
    title: 'Danh sách',
    may: 'user',
    input: z.object({ ids: z.array(z.int()), word: z.string() }),
  }),
  add: write('POST add', { title: 'Thêm', may: 'user', input: z.object({ name: z.string() }) }),
  show: write('POST show', { title: 'Cấp', may: 'user', unstored: true }),
  remove: write('DELETE /store/{thing_id}', { title: 'Xóa', may: 'user', input: z.object({ thing_id: z.int() }) }),
})

type Reply = Error | { status?: number; code: number; headers?: Record<string, string> }
const requests: { url: string; init: RequestInit }[] = []
let replies: Reply[] = []

beforeEach(() => {
  requests.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/healthz') return new Response('', { status: 200 })
    requests.push({ url, init })
    const reply = replies.shift()!
    if (reply instanceof Error) throw reply
    const body = { error: { code: reply.code, message: 'của máy chủ' }, data: null }
    return new Response(JSON.stringify(body), { status: reply.status ?? 200, headers: reply.headers })
  })
})

afterEach(() => {
  endSession('chosen')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const lost = () => new TypeError('network')
const transids = () => requests.map(({ init }) => (JSON.parse(init.body as string) as { transid: string }).transid)
const nobody = () => {}

async function settled<T>(work: Promise<T>): Promise<T> {
  const result = work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  await vi.runAllTimersAsync()
  const end = await result
  if ('error' in end) throw end.error
  return end.value
}

test('a read sends its input, the channel and a transid in the query, lists joined by commas', async () => {
  replies = [{ code: 0 }]
  await send(thing.list, { ids: [1, 2], word: 'Đà Lạt' })
  const url = new URL(requests[0]!.url, 'http://here')
  expect(url.pathname).toBe('/api/xs/management/cms/thing/list')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ ids: '1,2', word: 'Đà Lạt', channel: 'CMS' })
  expect(url.searchParams.get('transid')).toMatch(/^[\w-]{8,64}$/)
})

test('a path parameter is sent in the path and not in the body', async () => {
  replies = [{ code: 0 }]
  await send(thing.remove, { thing_id: 7 })
  expect(requests[0]!.url).toBe('/store/7')
  expect(requests[0]!.init.body).not.toContain('thing_id')
})

test('a write whose answer is lost is retried with the same transid until it is answered', async () => {
  replies = [lost(), { status: 502, code: 999 }, { code: 0 }]
  const onSettled = vi.fn<() => void>()
  const since_click_ms = 40
  const since = performance.now() - since_click_ms
  await settled(
    sendUntilKnown(thing.add, { input: { name: 'Một' }, transid: 'aaaaaaaa', since, isUnknown: false }, onSettled),
  )
  expect(transids()).toEqual(['aaaaaaaa', 'aaaaaaaa', 'aaaaaaaa'])
  expect(onSettled).toHaveBeenCalledTimes(2)
  // Told with each attempt, so that the log shows how long the person has waited by then.
  const waited = requests.map(({ init }) => Number((init.headers as Headers).get(waited_header)))
  expect(waited).toEqual([since_click_ms, since_click_ms + 500, since_click_ms + 1500])
})

test('a write without an answer is sent five times at most, after which its result is unknown', async () => {
  replies = Array.from({ length: 9 }, lost)
  const intent = { input: { name: 'Một' }, transid: 'aaaaaaaa', since: 0, isUnknown: false }
  await expect(settled(sendUntilKnown(thing.add, intent, nobody))).rejects.toThrow(
    'Có lỗi xảy ra khi kết nối đến server',
  )
  expect(requests).toHaveLength(5)
  expect(intent.isUnknown).toBe(true)
})

test('a refused write is not retried, because its result is known', async () => {
  replies = [{ code: 134 }]
  const intent = { input: { name: 'Một' }, transid: 'aaaaaaaa', since: 0, isUnknown: false }
  await expect(settled(sendUntilKnown(thing.add, intent, nobody))).rejects.toBeInstanceOf(Refusal)
  expect(requests).toHaveLength(1)
  expect(intent.isUnknown).toBe(false)
})

test('a write whose answer is not stored by the server is not retried', async () => {
  replies = [lost()]
  await expect(
    settled(sendUntilKnown(thing.show, { input: {}, transid: 'aaaaaaaa', since: 0, isUnknown: false }, nobody)),
  ).rejects.toBeInstanceOf(ConnectionError)
  expect(requests).toHaveLength(1)
})

test('a refusal has the message and code of the server, and the name of the error where the web part knows it', async () => {
  replies = [{ code: 169 }, { code: 134 }]
  const message = 'của máy chủ'
  await expect(send(thing.add, { name: 'Một' })).rejects.toMatchObject({ message, code: 169, error: 'no_right' })
  await expect(send(thing.add, { name: 'Một' })).rejects.toMatchObject({ message, code: 134, error: null })
})

test('a refused token ends the session, unless the refusal is for an older token', async () => {
  const answer = (token: string) => ({ token, user: { user_name: 'an', user_id: 1, partner_id: null }, group: null })
  startSession(answer('first'))
  replies = [{ code: 2 }]
  const old = send(thing.add, { name: 'Một' })
  startSession(answer('second'))
  await expect(old).rejects.toBeInstanceOf(Refusal)
  expect(signedIn()).toBe(true)

  replies = [{ code: 1 }]
  await expect(send(thing.add, { name: 'Một' })).rejects.toBeInstanceOf(Refusal)
  expect(signedIn()).toBe(false)
})
