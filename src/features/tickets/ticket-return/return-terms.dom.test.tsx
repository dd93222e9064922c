import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { RightsProvider, type Rights } from '#web/session/rights.ts'
import ReturnTerms from './return-terms.screen.tsx'

let root: Root

afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

test('terms of returns are searched by their note and filtered by station', async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined))
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RightsProvider value={{ can: () => true, me: { base_id: null } } as unknown as Rights}>
          <ReturnTerms tabs={null} />
        </RightsProvider>
      </QueryClientProvider>,
    ),
  )
  const labels = [...document.querySelectorAll('label')].map(({ textContent }) => textContent)
  expect(labels).toEqual(expect.arrayContaining(['Từ khóa', 'Đài']))
})
