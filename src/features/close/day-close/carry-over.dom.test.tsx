import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { RightsProvider, type Rights } from '#web/session/rights.ts'
import { addDays, showDay, today } from '#web/ui/date/date-text.ts'
import CarryOver from './carry-over.screen.tsx'
import { exceptionStatus, type ExceptionRow } from './day-close.contract.ts'

let root: Root
let requests: Record<string, unknown>[]

const saved: ExceptionRow = {
  exception_id: 4,
  day: '2026-11-20',
  proof: 'deposits',
  title: 'Dòng ngân hàng không có yêu cầu',
  amount: 50_000,
  link: null,
  status: exceptionStatus.carried,
  reason: 'Chờ khách xác nhận',
  user_id: 12,
  user_name: 'vanhanh',
  due_date: addDays(today(), 5),
  carried_at: '2026-11-21T08:00:00.123456+07:00',
  carried_by_name: 'ketoan',
  is_blocking: false,
}
const current = { ...saved, reason: 'Khách đã gọi lại', carried_at: '2026-11-21T09:00:00.5+07:00' }

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.cookie = 'userId=7'
  requests = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (!url.includes('carry_over')) return answer([0, ''], { items: [], total: 0 })
    requests.push(JSON.parse(String(body)) as Record<string, unknown>)
    return requests.length === 1 ? answer(errors.changed_by_other, { current }) : answer([0, ''], {})
  })
})

afterEach(async () => {
  await act(async () => root.unmount())
  sessionStorage.clear()
  document.cookie = 'userId=; max-age=0'
  vi.unstubAllGlobals()
})

const answer = ([code, message]: readonly [number, string], data: unknown) =>
  new Response(JSON.stringify({ error: { code, message }, data }))
const everything = { can: () => true, me: { base_id: null, partner_id: null } } as unknown as Rights

async function open() {
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RightsProvider value={everything}>
          <CarryOver day="2026-11-21" exception={saved} onClose={() => undefined} />
        </RightsProvider>
      </QueryClientProvider>,
    ),
  )
}

/** Lazy parts are drawn one after the other. */
const drawn = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => undefined)
      check()
    },
    { timeout: 10_000 },
  )
const submit = () =>
  act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Chuyển sang ngày sau')!.click(),
  )

test('a carried exception is changed from what was saved, and what another person wrote meanwhile is shown before it is replaced', async () => {
  await open()
  const values = () => [...document.querySelectorAll('input')].map(({ value }) => value)
  await drawn(() => expect(values()).toEqual(['vanhanh', showDay(saved.due_date)]))
  await submit()
  await drawn(() => expect(document.body.textContent).toContain('vanhanh: Khách đã gọi lại'))
  await submit()
  const { reason, user_id, due_date } = saved
  expect(requests).toMatchObject([
    { reason, user_id, due_date, carried_at: saved.carried_at },
    { reason, user_id, due_date, carried_at: current.carried_at },
  ])
})

test('the typed reason replaces the saved one again after the end of the session, and the saved one stands untouched', async () => {
  await open()
  const field = () => document.querySelector('textarea')!
  await drawn(() => expect(field().value).toBe(saved.reason))
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field(), 'Khách nhầm số tiền')
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
  document.cookie = 'userId=; max-age=0'
  await act(async () => root.unmount())
  document.cookie = 'userId=7'
  await open()
  await drawn(() => expect(field().value).toBe('Khách nhầm số tiền'))
  expect(document.body.textContent).toContain('Đã khôi phục nội dung bạn đang nhập dở')
  await act(async () => root.unmount())
  await open()
  await drawn(() => expect(field().value).toBe(saved.reason))
  expect(document.body.textContent).not.toContain('Đã khôi phục')
})
