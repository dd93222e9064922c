/** What an editor is doing: nothing, creating, or changing one record; with the draft of a form that was cut off. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Call } from '#contract/call.ts'
import type { AnySetup, EditorSetup, Session } from './editor-session.ts'
import { hasDrafts } from './has-drafts.ts'
import { useRights } from '#web/session/rights.ts'

// What a form starts with and what becomes of it is needed when one opens.
const load = () => import('./editor-session.ts')

type Write = Call<'write'>

export interface EditorState {
  setup: AnySetup
  session: Session | null
  /** Opens the form for a row, or without one for a new record. */
  open: (row?: object) => void
  /** Ends it, saved or given up: the draft goes. */
  close: () => void
}

export function useEditor<A extends Write = Write, U extends Write = Write>(given: EditorSetup<A, U>): EditorState {
  const { can } = useRights()
  const [session, setSession] = useState<Session | null>(null)
  const setup = given as unknown as AnySetup
  const latest = useRef(setup)
  useEffect(() => {
    latest.current = setup
  })

  // A form that was cut off by a reload or by the end of a session opens again where it stopped.
  useEffect(() => {
    if (!hasDrafts()) return
    void takeUp()
    async function takeUp() {
      const { cutOffSession } = await load()
      const { add, update } = latest.current
      const calls = [add, update].filter((call) => call !== undefined && can(call)) as Write[]
      setSession((now) => now ?? cutOffSession(latest.current, calls))
    }
  }, [can])

  const open = useCallback((row?: object) => {
    void load().then(({ beginSession }) => setSession(beginSession(latest.current, row ?? null)))
  }, [])
  const close = () => {
    if (session) void load().then(({ dropDraftOf }) => dropDraftOf(session))
    setSession(null)
  }
  return { setup, session, open, close }
}
