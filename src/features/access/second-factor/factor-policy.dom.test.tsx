import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerOf, buttonOf, screenTests, typeInto, waitFor } from '#web/testing/screen-test.tsx'
import FactorPolicy from './factor-policy.screen.tsx'

const screen = screenTests()

let answerPolicy: (policy: object) => void
/** The inputs of the calls that change the policy. */
let changes: object[]

beforeEach(async () => {
  changes = []
  const policy = new Promise<object>((resolve) => (answerPolicy = resolve))
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit = {}) => {
    if (url.includes('policy/update')) {
      const { enforced, grace_days } = JSON.parse(String(body)) as { enforced?: boolean; grace_days?: number }
      changes.push({ enforced, grace_days })
    }
    const data = url.includes('policy/get') ? await policy : null
    return answerOf(data)
  })
  await screen.draw(<FactorPolicy />)
})
const button = (name: string) => buttonOf(name)!
const press = (name: string) => act(async () => button(name).click())
const days = () => document.querySelector<HTMLInputElement>('[role="dialog"] input[inputmode="numeric"]')
const answer = (policy: object) =>
  act(async () => {
    answerPolicy(policy)
    await new Promise((done) => setTimeout(done))
  })

test('the policy is shown once it is read, and only what was changed is sent', async () => {
  await press('Xác minh hai bước')
  await waitFor(() => expect(button('Lưu')).toBeDefined())
  expect(document.querySelector('[role="switch"]')).toBeNull()
  expect(days()).toBeNull()
  await answer({ enforced: true, grace_days: 14 })
  await waitFor(() => expect(document.querySelector('[role="switch"]')?.getAttribute('aria-checked')).toBe('true'))
  await typeInto(days()!, '30')
  await press('Lưu')
  await waitFor(() => expect(changes).toEqual([{ enforced: undefined, grace_days: 30 }]))
})
