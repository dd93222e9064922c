import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from '#web/route/location.ts'
import { RightsProvider, type Rights } from '#web/session/rights.ts'
import FundHistoryScreen from './fund-history.screen.tsx'

let root: Root

const entry = {
  entry_id: 1,
  at: '2026-11-22T14:05:12+07:00',
  account_id: 1,
  account_name: 'Quỹ MoMo',
  gateway: 1,
  balance_before: 9_000_000,
  amount: 5_000_000,
  balance_after: 4_000_000,
  reason: 'Chi trả thưởng',
  reference: null,
  adjustment_id: null,
  withdrawal_id: null,
  reward_id: null,
}

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.cookie = 'userId=7'
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('cms/accountReward/transaction')) return new Promise<Response>(() => undefined)
    const data = { items: [entry], total: 1, sums: { amount: entry.amount } }
    return new Response(JSON.stringify({ error: { code: 0, message: '' }, data }))
  })
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.cookie = 'userId=; max-age=0'
  vi.unstubAllGlobals()
})

const everything = { can: () => true, me: { base_id: null, partner_id: null } } as unknown as Rights

test.each([
  ['out', '−5.000.000'],
  ['in', '+5.000.000'],
])('the total has the sign of its rows: %s', async (tab, text) => {
  document.body.innerHTML = '<div></div>'
  navigate({ to: '/lich-su-tai-khoan-tra-thuong', search: { tab } })
  root = createRoot(document.querySelector('div')!)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RightsProvider value={everything}>
          <FundHistoryScreen />
        </RightsProvider>
      </QueryClientProvider>,
    ),
  )
  await act(() => vi.waitFor(() => expect(document.querySelector('tbody')?.textContent).toContain(text)))
  await act(() => vi.waitFor(() => expect(document.querySelector('tfoot')?.textContent).toContain(text)))
})
