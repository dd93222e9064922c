import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from '#web/route/location.ts'
import { RightsProvider, type Rights } from '#web/session/rights.ts'
import ByGroupScreen from './by-group.screen.tsx'

let root: Root

/** Twelve groups, of which each sells more than the one before. */
const groups = Array.from({ length: 12 }, (_, index) => {
  const n = index + 1
  const figures = { orders: n, quantity: n, amount: n * 1_000, fee: 0, commission: 0, net: n * 1_000 }
  return { pos_group_id: n, pos_group_name: `Nhóm ${n}`, ...figures, share: n }
})
const stamp = { from_date: '2026-11-01', to_date: '2026-11-22', as_of: '2026-11-22T14:05:12+07:00', snapshot: '8:8:' }

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.cookie = 'userId=7'
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://office')
    const [page, size] = [Number(searchParams.get('page_index') ?? 1), Number(searchParams.get('page_size') ?? 20)]
    const sign = searchParams.get('sort') === 'amount' ? 1 : -1
    const sorted = groups.toSorted((a, b) => sign * (a.amount - b.amount))
    if (!pathname.endsWith('rev_ticket_by_group')) return new Promise<Response>(() => undefined)
    const data = { items: sorted.slice((page - 1) * size, page * size), total: 12, sums: sumsOf(sorted), ...stamp }
    return new Response(JSON.stringify({ error: { code: 0, message: '' }, data }))
  })
})

const sumsOf = (rows: typeof groups) => ({ amount: rows.reduce((sum, { amount }) => sum + amount, 0) })

afterEach(async () => {
  await act(async () => root.unmount())
  document.cookie = 'userId=; max-age=0'
  vi.unstubAllGlobals()
})

const everything = { can: () => true, me: { base_id: null, partner_id: null } } as unknown as Rights

test.each(['page_index=2&page_size=10', 'sort=amount&page_size=10', ''])(
  'the chart has the largest parts, whatever page and sort of the table: %s',
  async (query) => {
    document.body.innerHTML = '<div></div>'
    navigate({ to: `/thong-ke-theo-nhom-diem-ban-sxdt`, search: Object.fromEntries(new URLSearchParams(query)) })
    root = createRoot(document.querySelector('div')!)
    await act(async () =>
      root.render(
        <QueryClientProvider client={new QueryClient()}>
          <RightsProvider value={everything}>
            <ByGroupScreen />
          </RightsProvider>
        </QueryClientProvider>,
      ),
    )
    await act(() => vi.waitFor(() => expect(document.querySelectorAll('figure a')).not.toHaveLength(0)))
    const bars = [...document.querySelectorAll('figure li')].map(({ textContent }) => textContent)
    expect(bars).toHaveLength(9)
    expect(bars[0]).toContain('Nhóm 12')
    expect(bars[7]).toContain('Nhóm 5')
    expect(bars[8]).toContain('Còn lại: 4 nhóm')
  },
)
