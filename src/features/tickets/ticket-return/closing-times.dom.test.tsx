import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RightsProvider, type Rights } from '#web/session/rights.ts'
import { ClosingTimes, ClosingTimesButton } from './closing-times.screen.tsx'

let root: Root

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.cookie = 'userId=7'
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.cookie = 'userId=; max-age=0'
  vi.unstubAllGlobals()
})

async function show(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RightsProvider value={{ can: () => true, me: { user_id: 7 } } as unknown as Rights}>
          <ClosingTimes />
          <ClosingTimesButton />
        </RightsProvider>
      </QueryClientProvider>,
    ),
  )
}
const answerOf = (error: { code: number; message: string }, data: object | null) =>
  new Response(JSON.stringify({ error, data }))
const text = () => document.body.textContent
const button = () =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes('Giờ chốt'))!

test('nothing is claimed about closing until the setting is read, and its button says why it waits', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  await show(() => promise)
  expect(text()).not.toContain('Kho không ai chốt')
  expect(button().getAttribute('aria-disabled')).toBe('true')
  await act(async () => {
    resolve(answerOf({ code: 0, message: '' }, { close_after_minutes: 30, remind_minutes: 45, version: 1 }))
    await new Promise((done) => setTimeout(done))
  })
  await vi.waitFor(() => expect(text()).toContain('sẽ tự chốt 30 phút sau giờ ngừng bán. Nhắc còn vé chưa bán 45 phút'))
  expect(button().getAttribute('aria-disabled')).toBeNull()
})

test('a setting that cannot be read is an error, not a store that stays open', async () => {
  await show(async () => answerOf({ code: 2, message: 'Hệ thống đang bận' }, null))
  await vi.waitFor(() => expect(text()).toContain('Hệ thống đang bận'))
  expect(text()).not.toContain('Kho không ai chốt')
  expect(button().getAttribute('aria-disabled')).toBe('true')
})
