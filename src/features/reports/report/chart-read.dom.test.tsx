import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sales } from '#features/reports/sales/sales.contract.ts'
import { useChartRead } from './chart-read.screen.tsx'

let root: Root
let client: QueryClient
/** The moment of each answer of the server; undefined for one that fails. */
let answers: (string | undefined)[]
let requests: number

const momentAt = (second: number) => `2026-11-22T14:05:${String(second).padStart(2, '0')}.000+07:00`
const stampOf = (as_of: string) => ({ from_date: '2026-11-21', to_date: '2026-11-22', as_of, snapshot: '8:8:' })

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  requests = 0
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
  vi.stubGlobal('fetch', async () => {
    const as_of = answers[requests++] ?? answers.at(-1)
    if (as_of === undefined) return new Response(JSON.stringify({ error: { code: 2, message: 'Lỗi' }, data: null }))
    const data = { items: [], total: 0, sums: null, compared: null, ...stampOf(as_of) }
    return new Response(JSON.stringify({ error: { code: 0, message: '' }, data }))
  })
})

afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

function Chart({ as_of }: { as_of: string }) {
  const { data } = useChartRead(sales.xsdt, { group_by: ['day'] }, stampOf(as_of))
  return <p>{data?.as_of}</p>
}

/** Shows charts of several rows beside a report of that moment, and waits until nothing more is read. */
async function show(as_of: string) {
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Chart as_of={as_of} />
        <Chart as_of={as_of} />
        <Chart as_of={as_of} />
      </QueryClientProvider>,
    ),
  )
  for (let before = -1; before < requests;) {
    before = requests
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  }
  return [...document.querySelectorAll('p')].map(({ textContent }) => textContent)
}

test('charts are read again, by one request, once their report was read again', async () => {
  answers = [momentAt(10), momentAt(30)]
  expect(await show(momentAt(10))).toEqual([momentAt(10), momentAt(10), momentAt(10)])
  expect(requests).toBe(1)
  expect(await show(momentAt(30))).toEqual([momentAt(30), momentAt(30), momentAt(30)])
  expect(requests).toBe(2)
})

test.each([
  ['is answered by a delayed replica', [momentAt(10), momentAt(20)]],
  ['fails', [momentAt(10), undefined]],
])('a chart whose read %s is not read without end', async (_, its_answers) => {
  answers = its_answers
  expect(await show(momentAt(10))).toEqual([momentAt(10), momentAt(10), momentAt(10)])
  await show(momentAt(30))
  const requests_before = requests
  await show(momentAt(30))
  expect(requests).toBe(requests_before)
  // At most one for each of the three rows.
  expect(requests).toBeLessThanOrEqual(4)
})
