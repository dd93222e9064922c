import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calls, pageOf, read, search } from '#contract/call.ts'
import { id, optional, text } from '#contract/fields.ts'
import { choicesOf, dependentsOf, useFieldChoices, type ChoiceSource, type FieldChoices } from './use-choices.ts'

const Shop = z.object({ shop_id: id(), town_id: id(), shop_name: text('Tên', 50) })
const shops = calls('test', {
  list: read('GET shop', {
    title: 'Điểm bán',
    may: 'user',
    input: search({ shop_id: optional(id()), town_id: optional(id()) }),
    output: pageOf(Shop),
  }),
})
const option = (row: z.output<typeof Shop>) => ({ value: row.shop_id, label: row.shop_name })
const of = choicesOf(shops.list, option, { key: 'shop_id' })
const ofTown = choicesOf(shops.list, option, { by: 'town_id' })

/** A server with so many shops, those of even numbers in town 2. */
let size = 0
let requests: URLSearchParams[] = []
function answer(query: URLSearchParams) {
  const wanted = (name: string) => (query.has(name) ? Number(query.get(name)) : null)
  const [shop, town] = [wanted('shop_id'), wanted('town_id')]
  const rows = Array.from({ length: size }, (_, index) => index + 1)
    .map((shop_id) => ({ shop_id, town_id: shop_id % 2 === 0 ? 2 : 1, shop_name: `Điểm bán số ${shop_id}` }))
    .filter((row) => (shop === null || row.shop_id === shop) && (town === null || row.town_id === town))
    .filter((row) => row.shop_name.includes(query.get('keyword') ?? ''))
  return { items: rows.slice(0, Number(query.get('page_size') ?? 20)), total: rows.length }
}

let root: Root
const seen: { now: FieldChoices | null } = { now: null }
interface Given {
  from: ChoiceSource
  values: Record<string, unknown>
  value: unknown
  lazily?: boolean
}

function Shown({ from, values, value, lazily }: Given) {
  const choices = useFieldChoices(from, values, value, undefined, lazily)
  useEffect(() => {
    seen.now = choices
  })
  return null
}

const client = new QueryClient()
const draw = (given: Given) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Shown {...given} />
      </QueryClientProvider>,
    ),
  )
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const labels = () => seen.now!.choices.options.map(({ label }) => label)

beforeEach(() => {
  requests = []
  client.clear()
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url, 'http://here').searchParams
    requests.push(query)
    return new Response(JSON.stringify({ error: { code: 0, message: '' }, data: answer(query) }))
  })
  root = createRoot(document.createElement('div'))
})

afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('of a filter nothing is read before somebody reaches for it, unless the chosen has to be named', async () => {
  size = 20
  await draw({ from: of, values: {}, value: null, lazily: true })
  await pass(10)
  expect([requests.length, labels(), seen.now!.choices.loading]).toEqual([0, [], false])
  await act(async () => seen.now!.choices.onReach!())
  await pass(10)
  expect(labels()).toHaveLength(20)
  expect(seen.now!.choices.onReach).toBeUndefined()
})

test('some hundred rows are all there to be searched here', async () => {
  size = 240
  await draw({ from: of, values: {}, value: null })
  await pass(10)
  expect(labels()).toHaveLength(240)
  expect(seen.now!.choices.onQuery).toBeUndefined()
})

test('of a thousand the first fifty are shown and the server finds the others, asked once the typing rests', async () => {
  size = 1000
  await draw({ from: of, values: {}, value: null })
  await pass(10)
  expect(labels()).toHaveLength(50)
  expect(seen.now!.choices.more).toBe(true)
  requests = []
  await act(async () => seen.now!.choices.onQuery!('số 99'))
  await pass(100)
  await act(async () => seen.now!.choices.onQuery!('số 998'))
  expect(labels()).toEqual([])
  await act(async () => seen.now!.choices.onQuery!('so 49'))
  expect(labels()).toEqual(['Điểm bán số 49'])
  await act(async () => seen.now!.choices.onQuery!('số 998'))
  await pass(150)
  expect(requests).toEqual([])
  expect(seen.now!.choices.loading).toBe(true)
  await pass(100)
  await pass(10)
  expect(requests.map((query) => query.get('keyword'))).toEqual(['số 998'])
  expect(labels()).toEqual(['Điểm bán số 998'])
  expect(seen.now!.choices.more).toBe(false)
})

test('what was chosen keeps its name when the list shows others again', async () => {
  size = 1000
  await draw({ from: of, values: {}, value: null })
  await pass(10)
  await act(async () => seen.now!.choices.onQuery!('số 998'))
  await pass(300)
  await draw({ from: of, values: {}, value: 998 })
  await act(async () => seen.now!.choices.onQuery!(''))
  await pass(300)
  expect(labels()).toHaveLength(51)
  expect(labels().at(-1)).toBe('Điểm bán số 998')
})

test('the name of a value that came with the address is asked for once', async () => {
  size = 1000
  await draw({ from: of, values: {}, value: 777 })
  await pass(10)
  expect(labels()).toContain('Điểm bán số 777')
  await pass(60_000)
  expect(requests.filter((query) => query.get('shop_id') === '777')).toHaveLength(1)
})

test('nothing is asked before the other field has a value, and then only what belongs to it', async () => {
  size = 20
  await draw({ from: ofTown, values: { town_id: null }, value: null })
  await pass(10)
  expect([seen.now!.waitsFor, requests]).toEqual(['town_id', []])
  await draw({ from: ofTown, values: { town_id: 2 }, value: null })
  await pass(10)
  expect(seen.now!.waitsFor).toBeUndefined()
  expect(labels()).toHaveLength(10)
  await draw({ from: ofTown, values: { town_id: 1 }, value: null })
  expect(labels()).not.toContain('Điểm bán số 2')
})

test('what hangs on a field goes with it, and what hangs on that', () => {
  const from = (by?: string) => ({ ...of, by })
  const choices = { province: from(), district: from('province'), ward: from('district'), store: from() }
  expect(dependentsOf(choices, 'province')).toEqual(['district', 'ward'])
  expect(dependentsOf(choices, 'ward')).toEqual([])
})
