import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { beforeEach, expect, test } from 'vitest'
import { deferDialogs, useDeferredOpen } from './deferred-open.ts'

let root: Root
const Dialog = ({ open }: { open: boolean }) => String(useDeferredOpen(open))
const draw = (open: boolean) => act(async () => root.render(<Dialog open={open} />))
const visibleText = () => document.body.textContent

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})

test('a dialog that comes while the palette is open is shown when the palette has closed', async () => {
  const end = deferDialogs()
  await draw(true)
  expect(visibleText()).toBe('false')
  await act(async () => end())
  expect(visibleText()).toBe('true')
})

test('a dialog that is shown stays below a palette opened later, and closes meanwhile', async () => {
  await draw(true)
  const end = await act(async () => deferDialogs())
  expect(visibleText()).toBe('true')
  await draw(false)
  expect(visibleText()).toBe('false')
  await draw(true)
  expect(visibleText()).toBe('false')
  await act(async () => end())
})
