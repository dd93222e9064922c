import { beforeEach, expect, test, vi } from 'vitest'
import { answerOf, screenTests, waitFor } from '#web/testing/screen-test.tsx'
import { navigate } from '#web/route/location.ts'
import FundHistoryScreen from './fund-history.screen.tsx'

const screen = screenTests()

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
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('cms/accountReward/transaction')) return new Promise<Response>(() => undefined)
    const data = { items: [entry], total: 1, sums: { amount: entry.amount } }
    return answerOf(data)
  })
})

test.each([
  ['out', '−5.000.000'],
  ['in', '+5.000.000'],
])('the total has the sign of its rows: %s', async (tab, text) => {
  navigate({ to: '/lich-su-tai-khoan-tra-thuong', search: { tab } })
  await screen.draw(<FundHistoryScreen />)
  await waitFor(() => expect(document.querySelector('tbody')?.textContent).toContain(text))
  await waitFor(() => expect(document.querySelector('tfoot')?.textContent).toContain(text))
})
