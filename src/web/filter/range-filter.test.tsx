import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLocalList } from '#web/list/use-list.ts'
import { dayClose } from '#features/close/day-close/day-close.contract.ts'
import { rangeFilter } from './range-filter.tsx'

const range = rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày' })

function Filters() {
  const list = useLocalList(dayClose.list)
  return (
    <>
      {range.draw(list, true)}
      <button type="button" id="clear" onClick={list.clear}>
        Xóa bộ lọc
      </button>
    </>
  )
}

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})

afterEach(() => vi.unstubAllGlobals())

test('a wrong day of a filter filters nothing, and goes when the filters are cleared', async () => {
  const root = createRoot(document.querySelector('div')!)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Filters />
      </QueryClientProvider>,
    ),
  )
  const input = () => document.querySelector('input')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input(), '31/02/2026')
    input().dispatchEvent(new Event('input', { bubbles: true }))
    input().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })
  expect(input().value).toBe('31/02/2026')
  expect(document.body.textContent).toContain('Ngày không hợp lệ')
  await act(async () => document.querySelector<HTMLElement>('#clear')!.click())
  expect(input().value).toBe('')
  expect(document.body.textContent).not.toContain('Ngày không hợp lệ')
  await act(async () => root.unmount())
})
