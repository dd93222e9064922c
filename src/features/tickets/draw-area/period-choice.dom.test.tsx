import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { periodStatus } from '#features/results/period/period-fields.contract.ts'
import { usePeriodChoice, type PeriodChoice } from './period-choice.screen.tsx'

let root: Root
let choice: PeriodChoice

vi.mock('#web/session/rights.ts', () => ({ useRights: () => ({ me: { base_id: null } }) }))

function Choice() {
  const period = usePeriodChoice({ open_date: null, area_id: null, base_id: null })
  useEffect(() => {
    choice = period
  })
  return null
}
const client = new QueryClient()
async function show() {
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <Choice />
      </QueryClientProvider>,
    ),
  )
  // The stations of today are answered first, those of the chosen day may follow.
  for (let answers = 0; answers < 3; answers++) await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}
/** Each day one station draws, whose tickets are taken until 15:45. */
const areaOf = (day: string) => ({
  area_id: 7,
  base_id: 2,
  period: { status: periodStatus.open, open_date: day, return_until: `${day}T15:45:00+07:00` },
})

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.cookie = 'userId=7'
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('fetch', (url: string) => {
    const day = new URL(url, 'http://localhost').searchParams.get('open_date')!
    const data = { items: [areaOf(day)], total: 1 }
    return Promise.resolve(new Response(JSON.stringify({ error: { code: 0, message: '' }, data })))
  })
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
  client.clear()
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.cookie = 'userId=; max-age=0'
})

test('the day and the station stay when the cut-off passes while a slip is being typed', async () => {
  vi.setSystemTime('2026-11-20T15:44:00+07:00')
  await show()
  expect(choice).toMatchObject({ open_date: '2026-11-20', area_id: 7 })
  vi.setSystemTime('2026-11-20T15:46:00+07:00')
  await show()
  expect(choice).toMatchObject({ open_date: '2026-11-20', area_id: 7 })
})

test('after the cut-off of all stations of today a slip starts with tomorrow', async () => {
  vi.setSystemTime('2026-11-20T15:46:00+07:00')
  await show()
  expect(choice).toMatchObject({ open_date: '2026-11-21', area_id: 7 })
})
