import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RightsProvider, type Rights } from '#web/session/rights.ts'
import TryNow from './try-now.screen.tsx'

let root: Root

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  localStorage.clear()
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response(JSON.stringify({ error: { code: 0, message: '' }, data: { has_sample: true } }))),
  )
})
afterEach(() => vi.unstubAllGlobals())

async function show(user_id: number) {
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
  const onArrived = vi.fn<() => void>()
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RightsProvider value={{ can: () => true, me: { user_id } } as unknown as Rights}>
          <TryNow onArrived={onArrived} />
        </RightsProvider>
      </QueryClientProvider>,
    ),
  )
  await act(() => vi.waitFor(() => expect(onArrived).toHaveBeenCalled()))
  const isShown = document.body.textContent.includes('Thử ngay với dữ liệu mẫu')
  return { isShown, leave: () => act(async () => root.unmount()) }
}

test('one person who hides the tasks does not hide them for another one in the same browser', async () => {
  const firstVisit = await show(1)
  expect(firstVisit.isShown).toBe(true)
  await act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Không hiện nữa')!.click(),
  )
  await firstVisit.leave()
  const secondVisit = await show(1)
  expect(secondVisit.isShown).toBe(false)
  await secondVisit.leave()
  const otherVisit = await show(2)
  expect(otherVisit.isShown).toBe(true)
  await otherVisit.leave()
})
