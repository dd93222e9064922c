import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { answerOf, screenTests, waitFor } from '#web/testing/screen-test.tsx'
import { ClosingTimes, ClosingTimesButton } from './closing-times.screen.tsx'

const screen = screenTests()

async function show(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer)
  await screen.draw(
    <>
      <ClosingTimes />
      <ClosingTimesButton />
    </>,
  )
}

const text = () => document.body.textContent
const button = () =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes('Giờ chốt'))!

test('nothing is claimed about closing until the setting is read, and its button says why it waits', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  await show(() => promise)
  expect(text()).not.toContain('Kho không ai chốt')
  expect(button().getAttribute('aria-disabled')).toBe('true')
  await act(async () => {
    resolve(answerOf({ close_after_minutes: 30, remind_minutes: 45, version: 1 }))
    await new Promise((done) => setTimeout(done))
  })
  await waitFor(() => expect(text()).toContain('sẽ tự chốt 30 phút sau giờ ngừng bán. Nhắc còn vé chưa bán 45 phút'))
  expect(button().getAttribute('aria-disabled')).toBeNull()
})

test('a setting that cannot be read is an error, not a store that stays open', async () => {
  await show(async () => answerOf(null, [2, 'Hệ thống đang bận']))
  await waitFor(() => expect(text()).toContain('Hệ thống đang bận'))
  expect(text()).not.toContain('Kho không ai chốt')
  expect(button().getAttribute('aria-disabled')).toBe('true')
})
