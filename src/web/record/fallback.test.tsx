import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { ConnectionError, Refusal } from '#web/call/send.ts'
import { ReadFallback } from './fallback.tsx'

test('what was read stays without an error above it while the server cannot be reached; a refusal is shown', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.querySelector('div')!)
  const show = async (read: { data?: object; error: Error }) => {
    await act(async () =>
      root.render(<ReadFallback read={{ isPending: false, refetch: () => {}, ...read } as never} />),
    )
    return document.body.textContent
  }
  const offline = new ConnectionError('Có lỗi xảy ra khi kết nối đến server', 'transid', true)
  expect(await show({ error: offline })).toContain('Không tải được dữ liệu')
  expect(await show({ data: {}, error: offline })).toBe('')
  const refused = Object.assign(Object.create(Refusal.prototype) as Refusal, {
    message: 'Bạn không có quyền',
    transid: '',
  })
  expect(await show({ data: {}, error: refused })).toContain('Bạn không có quyền')
  vi.unstubAllGlobals()
})
