import { afterEach, expect, test, vi } from 'vitest'
import { ChangeWatch, readPages, type PageSource, type RowPage } from './export-pages.ts'

const page_size = 300
const source: PageSource = {
  method: 'GET',
  url: '/api/list',
  input: { status: '1', sort: '-at' },
  page_size,
  has_parts: true,
  token: 't',
}
let count = 0
const newTransid = () => `transid-${++count}`

interface Answer {
  status?: number
  code?: number
  headers?: Record<string, string>
  items?: object[]
  total?: number
  total_capped?: boolean
}

/** Mocks the network: answers each request by its query. */
function network(answer: (query: URLSearchParams, request: RequestInit) => Answer) {
  const requests: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    const query = new URLSearchParams(url.split('?')[1] ?? '')
    requests.push(query)
    const { status = 200, code = 0, headers = {}, ...data } = answer(query, request)
    return new Response(JSON.stringify({ error: { code, message: 'Lỗi' }, data }), { status, headers })
  })
  return requests
}
afterEach(() => vi.unstubAllGlobals())

const rowsOf = (query: URLSearchParams, total: number) => {
  const from = (Number(query.get('page_index')) - 1) * page_size
  return Array.from({ length: Math.max(0, Math.min(page_size, total - from)) }, (_, index) => ({
    id: from + index + 1,
  }))
}

async function readAll(from: PageSource = source): Promise<RowPage[]> {
  const pages: RowPage[] = []
  for await (const page of readPages(from, newTransid)) pages.push(page)
  return pages
}

test('all pages are read in order, with filters and sort, each with a transid of its own', async () => {
  const requests = network((query) => ({ items: rowsOf(query, 650), total: 650 }))
  const pages = await readAll()
  expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(Array.from({ length: 650 }, (_, i) => i + 1))
  expect(requests.map((query) => query.get('page_index'))).toEqual(['1', '2', '3'])
  expect(requests[2]!.get('status')).toBe('1')
  expect(requests[2]!.get('sort')).toBe('-at')
  expect(requests[2]!.get('page_size')).toBe('300')
  expect(new Set(requests.map((query) => query.get('transid'))).size).toBe(3)
  // The set is counted once.
  expect(requests.map((query) => query.get('part'))).toEqual([null, 'rows', 'rows'])
})

test('a list that is not counted apart, such as a report, is asked for whole pages', async () => {
  const requests = network((query) => ({ items: rowsOf(query, 650), total: 650 }))
  await readAll({ ...source, has_parts: false })
  expect(requests.map((query) => query.get('part'))).toEqual([null, null, null])
})

test('no page is requested after an exactly full last one, and a capped total is read beyond its cap', async () => {
  const exact = network((query) => ({ items: rowsOf(query, 600), total: 600 }))
  expect(await readAll()).toHaveLength(2)
  expect(exact).toHaveLength(2)
  network((query) => ({ items: rowsOf(query, 1_000), total: 500, total_capped: true }))
  expect((await readAll()).flatMap(({ items }) => items)).toHaveLength(1_000)
})

test('a call with input in its body is read by POST', async () => {
  const bodies: unknown[] = []
  network((_, { body }) => {
    bodies.push(JSON.parse(String(body)))
    return { items: [], total: 0 }
  })
  await readAll({ ...source, method: 'POST' })
  expect(bodies[0]).toMatchObject({ status: '1', page_index: 1, page_size: 300 })
})

test('a busy server is retried; a refusal is thrown with its transid', async () => {
  let busy = 2
  const requests = network((query) =>
    busy-- > 0 ? { status: 503, code: 4, headers: { 'retry-after': '0.01' } } : { items: rowsOf(query, 3), total: 3 },
  )
  expect((await readAll())[0]!.items).toHaveLength(3)
  expect(requests).toHaveLength(3)
  network(() => ({ code: 169 }))
  await expect(readAll()).rejects.toMatchObject({ code: 169, transid: expect.stringMatching(/^transid-/) })
})

test('a list that changes while its pages are read is detected', async () => {
  const page = (items: number[], total: number | null = null, capped = false): RowPage => ({
    items: items.map((id) => ({ id })),
    total,
    capped,
  })
  const watched = async (pages: RowPage[], secondRead: RowPage = pages[0]!) => {
    const watch = new ChangeWatch()
    for (const row_page of pages) watch.see(row_page)
    return watch.end(
      pages.reduce((sum, { items }) => sum + items.length, 0),
      async () => secondRead,
    )
  }
  expect(await watched([page([1, 2], 4), page([3, 4])])).toBe(false)
  expect(await watched([page([1, 2], 4), page([3, 4])], page([1, 2], 5))).toBe(true)
  // One row was added and one removed: the total is the same, but a row moved to the next page.
  expect(await watched([page([1, 2], 4), page([2, 3])])).toBe(true)
  expect(await watched([page([1, 2], 4), page([3])])).toBe(true)
  expect(await watched([page([1, 2], 3, true), page([3, 4])])).toBe(false)
  expect(await watched([page([1, 2], 3, true), page([3, 4])], page([0, 1], 3, true))).toBe(true)
})

test('a report whose figures change between two of its responses is detected', async () => {
  const page = (items: object[], amount: number): RowPage => ({
    items: items as Record<string, unknown>[],
    total: 3,
    capped: false,
    stamp: { from_date: '2026-11-22', to_date: '2026-11-22', as_of: '2026-11-22T13:05:09Z', sums: { amount } },
  })
  const watched = async (pages: RowPage[]) => {
    const watch = new ChangeWatch()
    for (const row_page of pages) watch.see(row_page)
    return watch.end(3, () => Promise.reject(new Error('Each answer has told its sums already.')))
  }
  const first = [
    { pos_id: 1, amount: 90 },
    { pos_id: 2, amount: 80 },
  ]
  expect(await watched([page(first, 240), page([{ pos_id: 3, amount: 70 }], 240)])).toBe(false)
  // The third point of sale has sold more meanwhile.
  expect(await watched([page(first, 240), page([{ pos_id: 3, amount: 75 }], 245)])).toBe(true)
  // The first has refunded so much that it is sorted after the third, which moves to the page that was read before.
  expect(await watched([page(first, 240), page([{ pos_id: 1, amount: 60 }], 210)])).toBe(true)
})
