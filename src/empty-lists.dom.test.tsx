/** Lists that people add to: where there are no rows at all yet, the first step stands in their place. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from '#web/route/location.ts'
import { RightsProvider, type Rights } from '#web/session/rights.ts'
import { groupType } from '#features/customers/group-vip/group-vip.contract.ts'
import FeeScreen from '#features/customers/fee/fee.screen.tsx'
import DrawResultScreen from '#features/results/result/draw-result.screen.tsx'
import AccountChecksScreen from '#features/rewards/account-check/account-checks.screen.tsx'
import BatchesScreen from '#features/rewards/batch/batches.screen.tsx'
import CardsScreen from '#features/rewards/card/cards.screen.tsx'
import RewardForms from '#features/wallets/money-config/reward-forms.screen.tsx'

let root: Root

const vendor = { payment_vendor_id: 1, vendor_code: 'MOMO', vendor_name: 'MoMo', status: 1, position: 1 }
const group = { group_vip_id: 1, name: 'Mặc định', type: groupType.rest, status: 1, member_count: 0 }

const listed: Record<string, object[]> = { 'cms/group_vip/': [group], '/payment_vendor/': [vendor] }

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.cookie = 'userId=7'
  vi.stubGlobal('fetch', async (url: string) => {
    if (!/list(\?|$)/.test(url)) return new Promise<Response>(() => undefined)
    const [, rows = []] = Object.entries(listed).find(([part]) => url.includes(part)) ?? []
    return new Response(JSON.stringify({ error: { code: 0, message: '' }, data: { items: rows, total: rows.length } }))
  })
})

afterEach(async () => {
  await act(async () => root.unmount())
  document.cookie = 'userId=; max-age=0'
  vi.unstubAllGlobals()
})

const everything = { can: () => true, me: { base_id: null, partner_id: null } } as unknown as Rights

test.each([
  { noun: 'lô trả thưởng', screen: <BatchesScreen />, label: 'Lô mới' },
  { noun: 'lô kiểm tra', screen: <AccountChecksScreen />, label: 'Lô mới' },
  { noun: 'lô thẻ', screen: <CardsScreen />, label: 'Nhập lô thẻ' },
  { noun: 'kết quả', screen: <DrawResultScreen />, label: 'Nhập kết quả' },
  { noun: 'quy tắc', screen: <RewardForms tabs={null} />, label: 'Thêm quy tắc' },
  { noun: 'quy tắc', screen: <FeeScreen />, label: 'Thêm quy tắc' },
])('an empty list of $noun offers the first step', async ({ noun, screen, label }) => {
  document.body.innerHTML = '<div></div>'
  navigate({ to: '/', search: {} })
  root = createRoot(document.querySelector('div')!)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RightsProvider value={everything}>{screen}</RightsProvider>
      </QueryClientProvider>,
    ),
  )
  // Lazy parts are drawn one after the other.
  await vi.waitFor(async () => {
    await act(async () => undefined)
    expect(document.body.textContent).toContain(`Chưa có ${noun} nào`)
  })
  const buttons = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === label)
  expect(buttons).toHaveLength(2)
})
