import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calls, pageOf, read, search } from '#contract/call.ts'
import { id, optional, text } from '#contract/fields.ts'
import { choicesOf, dependentsOf, type ChoiceSource } from './choice-source.ts'
import { useFieldChoices, type FieldChoices } from './use-field-choices.ts'

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
const shopChoices = choicesOf(shops.list, option, { key: 'shop_id' })
const townChoices = choicesOf(shops.list, option, { by: 'town_id' })

/** The number of shops on the server; those with even ids are in town 2. */
let size = 0
let requests: URLSearchParams[] = []
/** The shops that a keyword finds by fields that their rows do not show. */
let answersTo: Record<string, readonly number[]> = {}
function answer(query: URLSearchParams) {
  const numberOf = (name: string) => (query.has(name) ? Number(query.get(name)) : null)
  const keyword = query.get('keyword') ?? ''
  const [shop, town] = [numberOf('shop_id'), numberOf('town_id')]
  const rows = Array.from({ length: size }, (_, index) => index + 1)
    .map((shop_id) => ({ shop_id, town_id: shop_id % 2 === 0 ? 2 : 1, shop_name: `Điểm bán số ${shop_id}` }))
    .filter((row) => (shop === null || row.shop_id === shop) && (town === null || row.town_id === town))
    .filter((row) => row.shop_name.includes(keyword) || answersTo[keyword]?.includes(row.shop_id))
  return { items: rows.slice(0, Number(query.get('page_size') ?? 20)), total: rows.length }
}

let root: Root
const rendered: { field: FieldChoices | null } = { field: null }
interface FieldProps {
  from: ChoiceSource
  values: Record<string, unknown>
  value: unknown
}

function TestField({ from, values, value }: FieldProps) {
  const choices = useFieldChoices(from, values, value)
  useEffect(() => {
    rendered.field = choices
  })
  return null
}

const client = new QueryClient()
const render = (props: FieldProps) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <TestField {...props} />
      </QueryClientProvider>,
    ),
  )
/** Focuses the field. */
const reach = () => act(async () => rendered.field!.choices.onReach!())
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const labels = () => rendered.field!.choices.options.map(({ label }) => label)

beforeEach(() => {
  requests = []
  answersTo = {}
  localStorage.clear()
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

test('choices are loaded only once the field is reached', async () => {
  size = 20
  await render({ from: shopChoices, values: {}, value: null })
  await pass(10)
  expect([requests.length, labels(), rendered.field!.choices.loading]).toEqual([0, [], false])
  await reach()
  await pass(10)
  expect(labels()).toHaveLength(20)
  expect(rendered.field!.choices.onReach).toBeUndefined()
})

test('a few hundred choices are all loaded and searched in the browser', async () => {
  size = 240
  await render({ from: shopChoices, values: {}, value: null })
  await reach()
  await pass(10)
  expect(labels()).toHaveLength(240)
  expect(rendered.field!.choices.onQuery).toBeUndefined()
})

test('of a thousand choices fifty are loaded, and the server is searched for others after a pause in typing', async () => {
  size = 1000
  await render({ from: shopChoices, values: {}, value: null })
  await reach()
  await pass(10)
  expect(labels()).toHaveLength(50)
  expect(rendered.field!.choices.hasMore).toBe(true)
  requests = []
  await act(async () => rendered.field!.choices.onQuery!('số 99'))
  await pass(100)
  await act(async () => rendered.field!.choices.onQuery!('số 998'))
  expect(labels()).toEqual([])
  await act(async () => rendered.field!.choices.onQuery!('so 49'))
  expect(labels()).toEqual(['Điểm bán số 49'])
  await act(async () => rendered.field!.choices.onQuery!('số 998'))
  await pass(150)
  expect(requests).toEqual([])
  expect(rendered.field!.choices.loading).toBe(true)
  await pass(100)
  await pass(10)
  expect(requests.map((query) => query.get('keyword'))).toEqual(['số 998'])
  expect(labels()).toEqual(['Điểm bán số 998'])
  expect(rendered.field!.choices.hasMore).toBe(false)
})

test('the chosen value keeps its name when the search is cleared', async () => {
  size = 1000
  await render({ from: shopChoices, values: {}, value: null })
  await reach()
  await pass(10)
  await act(async () => rendered.field!.choices.onQuery!('số 998'))
  await pass(300)
  await render({ from: shopChoices, values: {}, value: 998 })
  await act(async () => rendered.field!.choices.onQuery!(''))
  await pass(300)
  expect(labels()).toHaveLength(51)
  expect(labels().at(-1)).toBe('Điểm bán số 998')
})

test('the name of a value that is not among the loaded choices is requested once', async () => {
  size = 1000
  await render({ from: shopChoices, values: {}, value: 777 })
  await pass(10)
  expect(labels()).toContain('Điểm bán số 777')
  await pass(60_000)
  expect(requests.filter((query) => query.get('shop_id') === '777')).toHaveLength(1)
})

test('dependent choices are loaded once the other field has a value, and only those that belong to it', async () => {
  size = 20
  await render({ from: townChoices, values: { town_id: null }, value: null })
  await pass(10)
  expect([rendered.field!.waitsFor, requests]).toEqual(['town_id', []])
  await render({ from: townChoices, values: { town_id: 2 }, value: null })
  await reach()
  await pass(10)
  expect(rendered.field!.waitsFor).toBeUndefined()
  expect(labels()).toHaveLength(10)
  await render({ from: townChoices, values: { town_id: 1 }, value: null })
  expect(labels()).not.toContain('Điểm bán số 2')
})

test('dependents of a field include the dependents of its dependents', () => {
  const from = (by?: string) => ({ ...shopChoices, by })
  const choices = { province: from(), district: from('province'), ward: from('district'), store: from() }
  expect(dependentsOf(choices, 'province')).toEqual(['district', 'ward'])
  expect(dependentsOf(choices, 'ward')).toEqual([])
})

const recent = () => rendered.field!.choices.recent
const choose = (value: number) => act(async () => rendered.field!.choices.onChosen!(value))
/** Opens another form of the same kind. */
const remount = async (props: FieldProps) => {
  await act(async () => root.render(null))
  await render(props)
}

test('recent choices are offered first, at most five, and only in long lists', async () => {
  size = 20
  await render({ from: shopChoices, values: {}, value: null })
  await reach()
  await pass(10)
  expect(recent()).toEqual([])
  for (const value of [3, 9, 4, 9, 12, 17, 20]) await choose(value)
  await remount({ from: shopChoices, values: {}, value: null })
  expect(recent()).toEqual([])
  await reach()
  await pass(10)
  expect(recent()).toEqual([20, 17, 12, 9, 4])
  size = 8
  client.clear()
  await remount({ from: shopChoices, values: {}, value: null })
  await reach()
  await pass(10)
  expect(recent()).toEqual([])
})

test('recent choices that are gone, disabled or belong to another value are not offered', async () => {
  size = 40
  const withClosed = choicesOf(shops.list, (row) => ({ ...option(row), whyNot: row.shop_id === 12 && 'Đã khóa' }))
  await render({ from: withClosed, values: {}, value: null })
  await reach()
  for (const value of [5, 12, 8, 41]) await choose(value)
  await pass(10)
  expect(recent()).toEqual([8, 5])
  await remount({ from: townChoices, values: { town_id: 2 }, value: null })
  await reach()
  await pass(10)
  expect(recent()).toEqual([8, 12])
})

test('recent choices beyond the loaded fifty are looked up by the server, and are hidden during a search', async () => {
  size = 1000
  await render({ from: shopChoices, values: {}, value: null })
  await reach()
  for (const value of [2, 700, 4_000]) await choose(value)
  await pass(10)
  await pass(10)
  expect(recent()).toEqual([700, 2])
  expect(labels()).toContain('Điểm bán số 700')
  await act(async () => rendered.field!.choices.onQuery!('số 998'))
  await pass(300)
  await pass(10)
  expect([labels(), recent()]).toEqual([['Điểm bán số 998'], []])
})

test('a typed phone number also finds choices that only the server can match', async () => {
  size = 20
  await render({ from: shopChoices, values: {}, value: null })
  await reach()
  await pass(10)
  requests = []
  await act(async () => rendered.field!.choices.onType!('ban so'))
  await pass(300)
  expect([requests, rendered.field!.choices.alsoFound]).toEqual([[], []])
  answersTo = { '0912 345': [7, 12] }
  await act(async () => rendered.field!.choices.onType!('0912 345'))
  await pass(300)
  await pass(10)
  expect(requests.map((query) => query.get('keyword'))).toEqual(['0912 345'])
  expect(rendered.field!.choices.alsoFound).toEqual([7, 12])
  await act(async () => rendered.field!.choices.onType!(''))
  await pass(300)
  expect([rendered.field!.choices.alsoFound, labels().length]).toEqual([[], 20])
})
