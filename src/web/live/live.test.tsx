import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { QueryClientProvider } from '@tanstack/react-query'
import { calls, read } from '#contract/call.ts'
import { live_path, type Topic } from '#contract/live.ts'
import { queryClient, useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { useNews } from './news.ts'
import { useLive } from './reads.ts'
import { endSession, lastEndReason, signedIn, startSession } from '#web/session/session.ts'

const sales = calls('cms/report', { day: read('GET day', { title: 'Doanh số', may: 'user' }) })
const orders = calls('cms/history', { list: read('GET list', { title: 'Đơn', may: 'user' }) })

let streams: { send(text: string): void; end(): void; aborted(): boolean }[]
let requests: string[]
let refusal: number | null
let unmount = () => {}
let container: HTMLElement

beforeEach(async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  ;[streams, requests, refusal] = [[], [], null]
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/healthz') return new Response('')
    if (url !== live_path) {
      requests.push(url.split('?')[0]!.replace(/.*\/cms\//, ''))
      return Response.json({ error: { code: 0, message: '' }, data: null })
    }
    if (refusal !== null) return Response.json({ error: { code: refusal, message: 'Không' }, data: null })
    return streamOf(init)
  })
  startSession({ token: 't', user: { user_name: 'an', user_id: 1, partner_id: null }, group: null })
})

function streamOf(init: RequestInit): Response {
  let control!: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (control = controller) })
  const send = (text: string) => control.enqueue(new TextEncoder().encode(text))
  init.signal!.addEventListener('abort', () => control.error(new DOMException('', 'AbortError')))
  streams.push({ send, end: () => control.close(), aborted: () => init.signal!.aborted })
  return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
}

afterEach(async () => {
  await act(async () => unmount())
  await pass(60_000)
  endSession('chosen')
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const opened = `event: open\ndata: {"now":${Date.now()}}\n\n`
const changed = (...topics: Topic[]) => `event: changed\ndata: ${JSON.stringify({ topics })}\n\n`

function Screen({ topics }: { topics: readonly Topic[] }) {
  const [firstTopics] = useState(topics)
  const state = useLive(firstTopics)
  useRead(sales.day, {})
  useRead(orders.list, {})
  return <p>{state}</p>
}

/** Opens a screen that follows these topics, waits for its stream and its first reads, and clears the recorded requests. */
async function open(topics: readonly Topic[] = ['sales', 'orders'], screen = <Screen topics={topics} />) {
  container = document.createElement('div')
  const root = createRoot(container)
  unmount = () => root.unmount()
  await act(async () => root.render(<QueryClientProvider client={queryClient}>{screen}</QueryClientProvider>))
  await pass(100)
  streams[0]?.send(opened)
  await pass(5_000)
  requests.length = 0
}

test('a changed topic reads its own calls again, once, and no others', async () => {
  await open()
  expect(container.textContent).toBe('live')
  streams[0]!.send(changed('orders'))
  await pass(100)
  expect(requests).toEqual(['history/list'])
  await pass(30_000)
  expect(requests).toEqual(['history/list'])
})

function Still({ seen, reading }: { seen: string; reading: boolean }) {
  useRead(sales.day, {})
  return <p>{useNews('sales', seen, reading) ? 'news' : 'nothing new'}</p>
}

test('useNews reports changes of its topic without reading again, until the screen is read again', async () => {
  container = document.createElement('div')
  const root = createRoot(container)
  unmount = () => root.unmount()
  const draw = (fingerprint: string, reading = false) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={queryClient}>
          <Still seen={fingerprint} reading={reading} />
        </QueryClientProvider>,
      ),
    )
  await draw('first')
  await pass(100)
  streams[0]!.send(opened)
  await pass(3_000)
  expect(container.textContent).toBe('nothing new')
  requests.length = 0
  streams[0]!.send(changed('orders'))
  await pass(1_000)
  expect(container.textContent).toBe('nothing new')
  streams[0]!.send(changed('sales'))
  await pass(1_000)
  expect([container.textContent, requests]).toEqual(['news', []])
  await draw('first', true)
  await draw('second')
  expect(container.textContent).toBe('nothing new')
  // A change that arrives during a read may be missing in its response.
  await draw('second', true)
  streams[0]!.send(changed('sales'))
  await pass(1_000)
  await draw('third')
  expect(container.textContent).toBe('news')
  await draw('third', true)
  await draw('fourth')
  expect(container.textContent).toBe('nothing new')
})

test('topics that a screen does not follow are not read again', async () => {
  await open(['sales'])
  streams[0]!.send(changed('orders', 'sales'))
  await pass(2_000)
  expect(requests).toEqual(['report/day'])
})

function Counted() {
  useLive()
  useRead(sales.day, {})
  useRead(orders.list, {}, counting)
  return <p />
}

test('a screen without topics reads only its counts again', async () => {
  await open([], <Counted />)
  streams[0]!.send(changed('orders', 'sales'))
  await pass(2_000)
  expect(requests).toEqual(['history/list'])
})

test('changes within one second cause one read, and another one for the last of them', async () => {
  await open()
  for (let time = 0; time < 10; time++) {
    streams[0]!.send(changed('orders'))
    await pass(90)
  }
  expect(requests).toHaveLength(1)
  await pass(1_000)
  expect(requests).toHaveLength(2)
})

test('sales are read again at most every three seconds, however often they change', async () => {
  await open()
  for (let time = 0; time < 55; time++) {
    streams[0]!.send(changed('sales'))
    await pass(100)
  }
  expect(requests).toEqual(['report/day', 'report/day'])
  await pass(3_000)
  expect(requests).toHaveLength(3)
})

test('a message that arrives in pieces is handled as one', async () => {
  await open()
  for (const letter of changed('orders')) {
    streams[0]!.send(letter)
    await pass(1)
  }
  expect(requests).toEqual(['history/list'])
})

test('a stream that breaks is opened again, after which everything is read once', async () => {
  await open()
  streams[0]!.end()
  await pass(10)
  expect(container.textContent).toBe('lost')
  await pass(2_000)
  expect(streams).toHaveLength(2)
  streams[1]!.send(opened)
  await pass(500)
  expect(container.textContent).toBe('live')
  expect(requests.toSorted()).toEqual(['history/list', 'report/day'])
})

test('a stream that stays silent for longer than its heartbeats is replaced by a new one', async () => {
  await open()
  for (let time = 0; time < 5; time++) {
    streams[0]!.send(': still here\n\n')
    await pass(15_000)
  }
  expect(streams).toHaveLength(1)
  await pass(40_000)
  expect(streams.length).toBeGreaterThan(1)
})

test('an ended message of the stream ends the session as expired', async () => {
  await open()
  streams[0]!.send('event: ended\ndata: {}\n\n')
  await pass(10)
  expect(signedIn()).toBe(false)
  expect(lastEndReason()).toBe('expired')
})

test('a token that the stream refuses ends the session', async () => {
  refusal = 1
  await open()
  expect(signedIn()).toBe(false)
})

test('the stream is closed after minutes without user activity and opened again by the next one', async () => {
  await open()
  for (let time = 0; time < 11 && !streams[0]!.aborted(); time++) {
    streams[0]!.send(': still here\n\n')
    await pass(30_000)
  }
  expect(streams[0]!.aborted()).toBe(true)
  expect(container.textContent).toBe('paused')
  act(() => void dispatchEvent(new Event('pointermove')))
  await pass(10)
  expect(streams).toHaveLength(2)
})

test('what changed while the stream was paused is news once it is open again', async () => {
  await open([], <Still seen="once" reading={false} />)
  expect(container.textContent).toBe('nothing new')
  for (let time = 0; time < 60 && !streams[0]!.aborted(); time++) {
    streams[0]!.send(': still here\n\n')
    await pass(30_000)
  }
  act(() => void dispatchEvent(new Event('pointermove')))
  await pass(10)
  streams[1]!.send(opened)
  await pass(10)
  expect(container.textContent).toBe('news')
})

test('the stream is closed when the last screen that uses it is unmounted', async () => {
  await open()
  await act(async () => unmount())
  await pass(5_000)
  expect(streams[0]!.aborted()).toBe(true)
})

function Polls({ every_ms }: { every_ms: number }) {
  useRead(sales.day, {}, { every_ms })
  return null
}

test('a read is polled as often as it says, and once for several parts of a page', async () => {
  await open([], <Polls every_ms={700} />)
  await pass(7_000)
  expect(requests.length).toBeGreaterThanOrEqual(9)
  await act(async () => unmount())
  const both = (
    <>
      <Polls every_ms={60_000} />
      <Polls every_ms={60_000} />
    </>
  )
  await open([], both)
  await pass(5 * 60_000)
  expect(requests.length).toBe(5)
})
