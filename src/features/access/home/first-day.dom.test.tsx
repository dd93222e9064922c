import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RightsProvider } from '#web/session/rights.ts'
import FirstDay from './first-day.screen.tsx'

let root: Root

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})

afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

const everything = {
  me: {
    user_id: 1,
    user_name: 'admin',
    full_name: 'Quản trị viên',
    partner_id: null,
    base_id: null,
    is_admin: true,
    handled_by: [],
  },
  store: null,
  menu: [],
  can: () => true,
  pageAllowed: () => true,
}

/** The lists as they are answered, by a part of their address; all others are empty. */
async function show(lists: Record<string, readonly object[]>) {
  vi.stubGlobal('fetch', (url: string) => {
    const items = Object.entries(lists).find(([part]) => url.includes(part))?.[1] ?? []
    return Promise.resolve(
      new Response(JSON.stringify({ error: { code: 0, message: '' }, data: { items, total: items.length } })),
    )
  })
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RightsProvider value={everything}>
          <FirstDay onArrived={() => {}} />
        </RightsProvider>
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(document.body.textContent).toContain('Bắt đầu bán vé'))
}

/** The titles of the steps that still have a button. */
const left = () =>
  [...document.querySelectorAll('li')].filter((step) => step.querySelector('a')).map((step) => step.textContent!)

test('a new business is led from its first store to money for its first prize', async () => {
  await show({})
  const titles = [
    'Tạo kho vé',
    'Giao đài cho kho',
    'Lập nhóm người dùng',
    'Mời nhân viên',
    'Khai báo ngân hàng nạp tiền',
  ]
  const later = ['Thêm điểm bán', 'Thêm thiết bị bán hàng', 'Nhập vé vào kho', 'Chọn sản phẩm', 'Nạp quỹ trả thưởng']
  const steps = left()
  expect(steps).toHaveLength(10)
  for (const [index, title] of [...titles, ...later].entries()) expect(steps[index]).toContain(title)
})

test('a point of sale without a device, and funds without money, are not done yet', async () => {
  await show({ 'pos/': [{ device_count: 0 }], accountReward: [{ balance: 0 }] })
  expect(left().join()).not.toContain('Thêm điểm bán')
  expect(left().join()).toContain('Thêm thiết bị bán hàng')
  expect(left().join()).toContain('Nạp quỹ trả thưởng')
})
