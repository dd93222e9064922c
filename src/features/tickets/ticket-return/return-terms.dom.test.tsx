import { expect, test, vi } from 'vitest'
import { screenTests } from '#web/testing/screen-test.tsx'
import ReturnTerms from './return-terms.screen.tsx'

const screen = screenTests()

test('terms of returns are searched by their note and filtered by station', async () => {
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined))
  await screen.draw(<ReturnTerms tabs={null} />)
  const labels = [...document.querySelectorAll('label')].map(({ textContent }) => textContent)
  expect(labels).toEqual(expect.arrayContaining(['Từ khóa', 'Đài']))
})
