import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RightsProvider, type Rights } from '#web/session/rights.ts'
import FactorPolicy from './factor-policy.screen.tsx'

let root: Root
let answerPolicy: (policy: object) => void
/** The inputs of the calls that change the policy. */
let changes: object[]

beforeEach(async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.cookie = 'userId=7'
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
  changes = []
  const policy = new Promise<object>((resolve) => (answerPolicy = resolve))
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (url.includes('policy/update')) {
      const { enforced, grace_days } = JSON.parse(String(body)) as { enforced?: boolean; grace_days?: number }
      changes.push({ enforced, grace_days })
    }
    const data = url.includes('policy/get') ? await policy : null
    return new Response(JSON.stringify({ error: { code: 0, message: '' }, data }))
  })
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RightsProvider value={{ can: () => true, me: { user_id: 7 } } as unknown as Rights}>
          <FactorPolicy />
        </RightsProvider>
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.cookie = 'userId=; max-age=0'
  vi.unstubAllGlobals()
})

const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!
const press = (name: string) => act(async () => button(name).click())
const days = () => document.querySelector<HTMLInputElement>('[role="dialog"] input[inputmode="numeric"]')
const answer = (policy: object) =>
  act(async () => {
    answerPolicy(policy)
    await new Promise((done) => setTimeout(done))
  })

test('the policy is shown once it is read, and only what was changed is sent', async () => {
  await press('Xác minh hai bước')
  await vi.waitFor(() => expect(button('Lưu')).toBeDefined())
  expect(document.querySelector('[role="switch"]')).toBeNull()
  expect(days()).toBeNull()
  await answer({ enforced: true, grace_days: 14 })
  await vi.waitFor(() => expect(document.querySelector('[role="switch"]')?.getAttribute('aria-checked')).toBe('true'))
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(days(), '30')
    days()!.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await press('Lưu')
  await vi.waitFor(() => expect(changes).toEqual([{ enforced: undefined, grace_days: 30 }]))
})
