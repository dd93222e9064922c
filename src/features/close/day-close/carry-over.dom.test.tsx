import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerOf, buttonOf, screenTests, typeInto, waitFor } from '#web/testing/screen-test.tsx'
import { errors } from '#contract/errors.ts'
import { addDays, showDay, today } from '#web/ui/date/date-text.ts'
import CarryOver from './carry-over.screen.tsx'
import { exceptionStatus, type ExceptionRow } from './day-close.contract.ts'

const screen = screenTests()

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
  requests = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (!url.includes('carry_over')) return answerOf({ items: [], total: 0 })
    requests.push(JSON.parse(String(body)) as Record<string, unknown>)
    return requests.length === 1 ? answerOf({ current }, errors.changed_by_other) : answerOf({})
  })
})

async function open() {
  await screen.draw(<CarryOver day="2026-11-21" exception={saved} onClose={() => undefined} />)
}

const submit = () => act(async () => buttonOf('Chuyển sang ngày sau')!.click())

test('a carried exception is changed from what was saved, and what another person wrote meanwhile is shown before it is replaced', async () => {
  await open()
  const values = () => [...document.querySelectorAll('input')].map(({ value }) => value)
  await waitFor(() => expect(values()).toEqual(['vanhanh', showDay(saved.due_date)]))
  await submit()
  await waitFor(() => expect(document.body.textContent).toContain('vanhanh: Khách đã gọi lại'))
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
  await waitFor(() => expect(field().value).toBe(saved.reason))
  await typeInto(field(), 'Khách nhầm số tiền')
  document.cookie = 'userId=; max-age=0'
  await screen.leave()
  document.cookie = 'userId=7'
  await open()
  await waitFor(() => expect(field().value).toBe('Khách nhầm số tiền'))
  expect(document.body.textContent).toContain('Đã khôi phục nội dung bạn đang nhập dở')
  await screen.leave()
  await open()
  await waitFor(() => expect(field().value).toBe(saved.reason))
  expect(document.body.textContent).not.toContain('Đã khôi phục')
})
