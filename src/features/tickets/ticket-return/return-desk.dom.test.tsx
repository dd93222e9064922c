import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RightsProvider, type Rights } from '#web/session/rights.ts'
import ReturnDesk from './return-desk.screen.tsx'

let root: Root
let client: QueryClient
/** The stations of the day, in the order of the server. */
let desk: ReturnType<typeof stationOf>[]
/** Where set, the answers of these calls wait for it. */
let waitFor: { part: string; until: Promise<void> } | null

function stationOf(area_id: number, minutes: number) {
  const return_until = new Date(Date.now() + minutes * 60_000).toISOString()
  const tickets = { imported: 90, sold: 0, returned: 0, return_pending: 0, in_stock: 90, limit: 90 }
  const terms = { unsold_amount: 900_000, limit_rate: 10_000, price_rate: 10_000, face_value: 10_000 }
  const store = { base_id: 1, base_name: 'Kho 1', status: 0, number_length: 6, return_until }
  return { ...store, ...tickets, ...terms, area_id, area_name: `Đài ${area_id}`, open_date: '2026-11-20' }
}

interface Item {
  number?: string
  quantity?: number | null
}

/** Each number is in stock as often as its first digit tells. */
function previewOf(items: Item[]) {
  const lines = items.map(({ number = '', quantity }, index) => {
    const in_stock = Number(number[0])
    const line = { line: index + 1, number, series: null, ticket_group_id: null, in_stock, code: null, error: null }
    return { ...line, quantity: quantity ?? in_stock, amount: 10_000 }
  })
  const terms = { limit_rate: 10_000, price_rate: 10_000, received: 90, returned: 0, limit: 90, return_until: '' }
  return {
    lines,
    terms,
    line_count: lines.length,
    quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    amount: 0,
  }
}

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.cookie = 'userId=7'
  desk = [stationOf(9, 30), stationOf(3, 60)]
  waitFor = null
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    const { data: items = [] } = body ? (JSON.parse(String(body)) as { data?: Item[] }) : {}
    if (waitFor && url.endsWith(waitFor.part)) await waitFor.until
    const answers = {
      'return/desk': { items: desk },
      'return_batch/preview': previewOf(items),
      return_batch: { return_code: 'PH1' },
    }
    const data = Object.entries(answers).find(([part]) => url.includes(part))?.[1] ?? {}
    return new Response(JSON.stringify({ error: { code: 0, message: '' }, data }))
  })
})

afterEach(async () => {
  await act(async () => root.unmount())
  sessionStorage.clear()
  document.cookie = 'userId=; max-age=0'
  vi.unstubAllGlobals()
})

const everything = { can: () => true, me: { base_id: null } } as unknown as Rights

async function open() {
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
  client = new QueryClient()
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <RightsProvider value={everything}>
          <ReturnDesk tabs={null} />
        </RightsProvider>
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(entry()).not.toBeNull())
}

const entry = () => document.querySelector<HTMLInputElement>('input[aria-label="Dãy số và số lượng"]')!
const type = (text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(entry(), text)
    entry().dispatchEvent(new Event('input', { bubbles: true }))
  })
async function scan(text: string) {
  await type(text)
  await act(async () => entry().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
}
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (candidate) => candidate.textContent.includes(name) || candidate.getAttribute('aria-label') === name,
  )!
const press = (name: string) => act(async () => button(name).click())
const rows = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
const isShown = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text))
const stations = () =>
  [...document.querySelectorAll('label')].map(({ textContent }) => /Đài \d/.exec(textContent)?.[0]).filter(Boolean)
const chosenStation = () => document.querySelector('input[type="radio"]:checked')!.closest('label')!.textContent

/** Delays the answers of a call until the returned function is called. */
function delayAnswer(part: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  waitFor = { part, until: promise }
  return () =>
    act(async () => {
      resolve()
      await new Promise((done) => setTimeout(done))
    })
}

test('what is scanned or typed while a slip is being sent stays', async () => {
  await open()
  await scan('200001')
  await isShown('Gửi xác nhận 2 vé')
  const answer = delayAnswer('return_batch')
  await press('Gửi xác nhận')
  await scan('300002')
  await type('4000')
  await answer()
  await vi.waitFor(() => expect(rows()).toEqual([expect.stringContaining('300002')]))
  expect(entry().value).toBe('4000')
})

test('the nearest hour is chosen first, and the station stays when the order changes during work', async () => {
  await open()
  expect(chosenStation()).toContain('Đài 9')
  desk = [stationOf(3, 5), stationOf(9, -1)]
  await act(async () => {
    await client.refetchQueries()
    await new Promise((done) => setTimeout(done))
  })
  expect(chosenStation()).toContain('Đài 9')
})

test('stations whose hour has ended stand after those that still take tickets back', async () => {
  desk = [stationOf(4, -60), stationOf(9, 30), stationOf(3, 60)]
  await open()
  expect(stations()).toEqual(['Đài 9', 'Đài 3', 'Đài 4'])
})

test('a removed line leaves the others their own figures, and nothing is sent until they are counted again', async () => {
  await open()
  await scan('200001')
  await scan('300002')
  await isShown('Gửi xác nhận 5 vé')
  const answer = delayAnswer('preview')
  await press('Bỏ 200001')
  expect(rows()).toEqual([expect.stringMatching(/^300002.*3/)])
  expect(button('Gửi xác nhận').dataset.tip).toBe('Đang tính lại phiếu.')
  await answer()
  await isShown('Gửi xác nhận 3 vé')
})
