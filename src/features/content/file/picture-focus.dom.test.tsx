import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { RightsProvider, type Rights } from '#web/session/rights.ts'
import PictureFocus from './picture-focus.screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const everything = { can: () => true } as unknown as Rights

test('a point is saved once, also when its dialog is closed right after the movement', async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  const requests: object[] = []
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => {
    if (url.includes('focus')) requests.push(JSON.parse(String(body)))
    const data = { url: '/files/a.png', focus_x: 50, focus_y: 50 }
    return Promise.resolve(new Response(JSON.stringify({ error: { code: 0, message: '' }, data })))
  })
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.querySelector('div')!)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RightsProvider value={everything}>
          <PictureFocus url="/files/a.png" />
        </RightsProvider>
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(document.querySelector('input[type=range]')).not.toBeNull())
  const slide = (x: string) =>
    act(async () => {
      const input = document.querySelector<HTMLInputElement>('input[type=range]')!
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, x)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await slide('60')
  await slide('70')
  await act(async () => root.unmount())
  await vi.waitFor(() => expect(requests).toMatchObject([{ focus_x: 70, focus_y: 50 }]), { timeout: 10_000 })
})
