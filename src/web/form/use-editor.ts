/** The state of an editor: closed, creating or changing a record. Reopens a form that was interrupted, with its draft. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Call } from '#contract/call.ts'
import type { AnySetup, EditorSetup, Session } from './editor-session.ts'
import { hasDrafts } from './has-drafts.ts'
import { useRights } from '#web/session/rights.ts'
import { loadPatiently } from '#web/ui/base/lazy-part.tsx'

// Loaded when a form opens.
const loadSessions = () => loadPatiently(() => import('./editor-session.ts'))

type Write = Call<'write'>

export interface EditorState {
  setup: AnySetup
  session: Session | null
  /** Opens the form for a row, or without one for a new record. */
  open: (row?: object) => void
  /** Closes the form and removes its draft. */
  close: () => void
}

/** The editor of a list: its `setup` has the calls, fields and start values of the form. */
export function useEditor<A extends Write = Write, U extends Write = Write>(
  editorSetup: EditorSetup<A, U>,
): EditorState {
  const { can } = useRights()
  const [session, setSession] = useState<Session | null>(null)
  const setup = editorSetup as unknown as AnySetup
  const latest = useRef(setup)
  useEffect(() => {
    latest.current = setup
  })

  // A form that was interrupted by a reload or the end of the session opens again.
  useEffect(() => {
    if (!hasDrafts()) return
    void reopenInterrupted()
    async function reopenInterrupted() {
      const { interruptedSession } = await loadSessions()
      const { add, update } = latest.current
      const calls = [add, update].filter((call) => call !== undefined && can(call)) as Write[]
      setSession((now) => now ?? interruptedSession(latest.current, calls))
    }
  }, [can])

  const open = useCallback((row?: object) => {
    void loadSessions().then(({ beginSession }) => setSession(beginSession(latest.current, row ?? null)))
  }, [])
  const close = () => {
    if (session) void loadSessions().then(({ endSession }) => endSession(session))
    setSession(null)
  }
  return { setup, session, open, close }
}
