/** A text that is typed outside of a form, kept as a form's draft is: it survives an ended session and a reload. */
import { useCallback, useEffect, useState } from 'react'
import type { Call } from '#contract/call.ts'
import { draftOf, dropDraft, keepDraft } from './draft.ts'
import { userId } from '#web/session/session.ts'

/** What the text is for: the call that it goes with, and the record that it is about. */
export interface TextOf {
  call: Call
  record: string
}

interface KeptText {
  /** What was typed before the session ended; empty where nothing was. */
  before: string
  keep: (text: string) => void
}

export function useKeptText(of: TextOf | undefined): KeptText {
  const [key] = useState(() => {
    const user_id = userId()
    return of && user_id !== null ? { user_id, ...of } : null
  })
  const [before] = useState(() => String((key && draftOf(key)?.values.text) ?? ''))
  const keep = useCallback(
    (text: string) => {
      if (key === null) return
      if (text.trim() === '') dropDraft(key)
      else keepDraft(key, { transid: '', row: null, base: {}, values: { text } })
    },
    [key],
  )
  useEffect(
    () => () => {
      // Sent or given up: the draft goes. When the session ended it stays for the same person.
      if (key !== null && userId() === key.user_id) dropDraft(key)
    },
    [key],
  )
  return { before, keep }
}
