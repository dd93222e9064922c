import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { currentToasts } from '#web/ui/message/toast-store.ts'
import { product } from '#features/results/product/product.contract.ts'
import { ChangeResult } from './result-entry.screen.tsx'

let root: Root
let client: QueryClient
/** The result as the server has it now, and the changes that were sent. */
let storedResult: { version: number; category?: number; numbers: Record<string, string[]> | null }
/** What the server finds about an entry. */
let findings: { level: string; message: string; rule: null; key: null; index: null }[]
/** Whether the answers of changes get lost behind a proxy. */
let isLost: boolean
let doneCount: number
let updates: { version: number; numbers: Record<string, string[]> }[]

const reopened = {
  result_id: 5,
  period_id: 9,
  period_code: '00123',
  category: product.dt123,
  name: 'Điện toán 123',
  area_id: null,
  open_date: '2026-11-20',
  draw_at: '2026-11-20T18:00:00+07:00',
  published: {},
}

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.cookie = 'userId=7'
  storedResult = { version: 3, numbers: { first: ['1'], second: ['22'], third: ['333'] } }
  updates = []
  findings = []
  isLost = false
  doneCount = 0
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => {
    if (url.includes('result/update')) updates.push(JSON.parse(String(body)))
    if (url.includes('result/update') && isLost) return Promise.resolve(new Response('', { status: 502 }))
    const isRefused = url.includes('result/update') && updates.at(-1)!.version !== storedResult.version
    const [code] = isRefused ? errors.changed_by_other : [0]
    const answers = {
      'result/detail': { result: { ...reopened, ...storedResult }, differences: [], second_entry: null, steps: [] },
      'result/check_entry': { findings },
      'result/update': { ...reopened, ...storedResult },
    }
    const data = Object.entries(answers).find(([part]) => url.includes(part))![1]
    return Promise.resolve(new Response(JSON.stringify({ error: { code, message: '' }, data })))
  })
})

afterEach(async () => {
  await leave()
  sessionStorage.clear()
  document.cookie = 'userId=; max-age=0'
  vi.unstubAllGlobals()
})

async function open(firstBox = () => box('Giải nhất')) {
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
  client = new QueryClient()
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <ChangeResult result_id={5} onDone={() => doneCount++} />
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(firstBox()).not.toBeNull())
}
const leave = () => act(async () => root.unmount())

const box = (name: string) => {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name)
  const labelled = label && document.getElementById(label.htmlFor)
  return (labelled ?? document.querySelector(`input[aria-label="${name}"]`)) as HTMLInputElement
}
const boxes = () => ['Giải nhất', 'Giải nhì', 'Giải ba'].map((label) => box(label).value).join(' ')
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(name))
const press = (name: string) => act(async () => button(name)!.click())
const type = (label: string, number: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(box(label), number)
    box(label).dispatchEvent(new Event('input', { bubbles: true }))
  })
const waitUntilChecked = () =>
  vi.waitFor(() => expect(button('Gửi xác nhận')!.getAttribute('aria-disabled')).not.toBe('true'))
async function send() {
  await waitUntilChecked()
  await press('Gửi xác nhận')
  return updates.at(-1)!
}

/** Another person saves the result, and this page reads it again. */
async function correct(numbers: Record<string, string[]> | null) {
  storedResult = { version: storedResult.version + 1, numbers }
  await act(async () => {
    await client.refetchQueries()
    // Those who read it are told in the next task.
    await new Promise((resolve) => setTimeout(resolve))
  })
}

const take_over = 'Nhập tiếp trên bản mới'

test('numbers that were typed on an older result are not sent as if they were typed on the newer one', async () => {
  await open()
  await type('Giải nhất', '9')
  await correct({ first: ['1'], second: ['44'], third: ['333'] })
  expect(boxes()).toBe('9 22 333')
  expect(await send()).toMatchObject({ version: 3 })
  await press(take_over)
  expect(boxes()).toBe('9 44 333')
  expect(await send()).toMatchObject({ version: 4, numbers: { first: ['9'], second: ['44'], third: ['333'] } })
})

test('numbers that come back after a reload are sent with the version that they were typed on', async () => {
  await open()
  await type('Giải nhất', '9')
  await leave()
  storedResult = { version: 4, numbers: { first: ['1'], second: ['44'], third: ['333'] } }
  await open()
  expect(boxes()).toBe('9 22 333')
  expect(document.body.textContent).toContain('Đã khôi phục')
  expect(await send()).toMatchObject({ version: 3 })
})

test('what is typed stays where the newer numbers are hidden from this person', async () => {
  await open()
  await type('Giải nhất', '9')
  await correct(null)
  await press(take_over)
  expect(boxes()).toBe('9 22 333')
})

test('a newer result is shown while nothing is typed, and nothing comes back of what was only looked at', async () => {
  await open()
  await correct({ first: ['1'], second: ['44'], third: ['333'] })
  expect(boxes()).toBe('1 44 333')
  await leave()
  await open()
  expect(document.body.textContent).not.toContain('Đã khôi phục')
})

const warningOf = (message: string) => ({ level: 'warning', message, rule: null, key: null, index: null })
const seenBox = () => document.querySelector<HTMLInputElement>('input[type="checkbox"]')!

test('accepted warnings do not accept others that appear later', async () => {
  findings = [warningOf('Giải nhất trùng kỳ trước')]
  await open()
  await vi.waitFor(() => expect(seenBox()).not.toBeNull())
  await act(async () => seenBox().click())
  expect(seenBox().checked).toBe(true)
  findings = [warningOf('Giải nhì trùng kỳ trước')]
  await type('Giải nhất', '9')
  await vi.waitFor(() => expect(document.body.textContent).toContain('Giải nhì trùng kỳ trước'))
  expect(seenBox().checked).toBe(false)
  expect(button('Gửi xác nhận')!.dataset.tip).toBe('Hãy xem các cảnh báo và đánh dấu đã xem.')
})

test('a change whose result was unknown is done once a retry succeeds, and nobody else is blamed for it', async () => {
  await open()
  await type('Giải nhất', '9')
  await waitUntilChecked()
  vi.useFakeTimers()
  isLost = true
  await press('Gửi xác nhận')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  vi.useRealTimers()
  expect(doneCount).toBe(0)
  isLost = false
  await act(async () => currentToasts().at(-1)!.action!.run())
  await vi.waitFor(() => expect(doneCount).toBe(1))
  await correct({ first: ['9'], second: ['22'], third: ['333'] })
  expect(document.body.textContent).not.toContain('Người khác vừa lưu')
})

const paste = (text: string) =>
  act(async () => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    document.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }))
  })

test('a second pasted result can be taken after the first', async () => {
  await open()
  await paste('7 - 21 - 905')
  await press('Đưa vào ô')
  expect(boxes()).toBe('7 21 905')
  await paste('8 - 31 - 906')
  await press('Đưa vào ô')
  expect(boxes()).toBe('8 31 906')
  await press('Hoàn tác')
  expect(boxes()).toBe('7 21 905')
})

test('a published tier that is emptied is not published', async () => {
  storedResult = { ...storedResult, category: product.mega645, numbers: {} }
  await open(() => box('Jackpot'))
  await type('Jackpot', '5')
  await type('Số giải Jackpot', '1')
  await type('Số giải Jackpot', '')
  await type('Jackpot', '')
  expect([box('Jackpot').value, box('Số giải Jackpot').value]).toEqual(['', ''])
})
