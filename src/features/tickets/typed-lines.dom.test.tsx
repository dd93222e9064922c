import { act, useEffect, useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beginSession, endSession, saveDraft, type Session } from '#web/form/editor-session.ts'
import { hasDrafts } from '#web/form/has-drafts.ts'
import { ticketImport } from './ticket-import/ticket-import.contract.ts'
import { useDraft } from './typed-lines.screen.tsx'

let root: Root
let session: Session
const form = { end: () => {} }

function Lines({ note }: { note: string }) {
  const transid = useRef(session.transid)
  const end = useDraft(session, { ...session.values, note }, note !== '', transid)
  useEffect(() => {
    form.end = end
  })
  return null
}
const type = async (note: string) => {
  await act(async () => root.render(<Lines note={note} />))
  await act(() => vi.advanceTimersByTimeAsync(300))
}

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.cookie = 'userId=7'
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
  session = beginSession({ add: ticketImport.create, blank: { note: '', tickets: [] } }, null)
  vi.useFakeTimers()
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  sessionStorage.clear()
  document.cookie = 'userId=; max-age=0'
})

test('what was typed and is erased again is no draft', async () => {
  await type('Đợt 1')
  expect(hasDrafts()).toBe(true)
  await type('')
  expect(hasDrafts()).toBe(false)
})

test('a saved slip stores no draft while its form is still shown', async () => {
  await type('Đợt 1')
  await act(async () => form.end())
  await type('Đợt 2')
  expect(hasDrafts()).toBe(false)
})

test('a closed form stores no draft, not even from a copy of its session', () => {
  endSession(session)
  saveDraft({ ...session, transid: 'later' }, { ...session.values, note: 'Đợt 1' })
  expect(hasDrafts()).toBe(false)
})
