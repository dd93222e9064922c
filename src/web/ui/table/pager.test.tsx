import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { Pager } from './pager.tsx'

test('the field of the page takes no e, comma, minus and dot', async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.querySelector('div')!)
  const nothing = () => undefined
  await act(async () => root.render(<Pager page={1} pageSize={20} total={100} onPage={nothing} onPageSize={nothing} />))
  const field = document.querySelector('form input')!
  const accepted = [...'eE,-.15'].filter((key) =>
    field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  )
  expect(accepted).toEqual(['1', '5'])
  await act(async () => root.unmount())
})
