import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import PasteDialog from './paste-dialog.screen.tsx'

let root: Root

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
})
afterEach(async () => {
  await act(async () => root.unmount())
  sessionStorage.clear()
  document.cookie = 'userId=; max-age=0'
})

/** Opens the dialog as person 7, and waits for its list. */
async function open(): Promise<HTMLTextAreaElement> {
  document.cookie = 'userId=7'
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <PasteDialog onAdded={() => {}} onClose={() => {}} />
      </QueryClientProvider>,
    ),
  )
  await vi.waitFor(() => expect(document.querySelector('textarea')).not.toBeNull())
  return document.querySelector('textarea')!
}

test('a pasted list is not stored, because it is accounts and names of customers', async () => {
  const pasted_list = '0982 664 019  Nguyễn Thị Mỹ Châu'
  const list = await open()
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(list, pasted_list)
    list.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(list.value).toBe(pasted_list)
  expect(JSON.stringify(sessionStorage)).not.toContain('0982')
  document.cookie = 'userId=; max-age=0'
  await act(async () => root.unmount())
  expect((await open()).value).toBe('')
})
