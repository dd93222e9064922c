/** A text outside a record form, stored like a draft: it survives the end of the session and a reload. */
import { useCallback, useEffect, useState } from 'react'
import type { Call } from '#contract/call.ts'
import { draftOf, dropDraft, keepDraft } from './draft.ts'
import { userId } from '#web/session/session.ts'

/** Identifies the text: the call that sends it, and the record that it is about. */
export interface TextOf {
  call: Call
  record: string
}

interface KeptText {
  /** The stored text; empty where there is none. */
  before: string
  /** Stores the text. */
  store: (text: string) => void
}

/**
 * Removed when the text is emptied or the component goes away within the session; stays for the same person when the
 * session ends. Without an id nothing is stored.
 */
export function useKeptText(id: TextOf | undefined): KeptText {
  const [key] = useState(() => {
    const user_id = userId()
    return id && user_id !== null ? { user_id, ...id } : null
  })
  const [stored_text] = useState(() => String((key && draftOf(key)?.values.text) ?? ''))
  const store = useCallback(
    (text: string) => {
      if (key === null) return
      if (text.trim() === '') dropDraft(key)
      else keepDraft(key, { transid: '', row: null, base: {}, values: { text } })
    },
    [key],
  )
  useEffect(
    () => () => {
      // Removed when the text was sent or discarded. When the session has ended it stays for the same person.
      if (key !== null && userId() === key.user_id) dropDraft(key)
    },
    [key],
  )
  return { before: stored_text, store }
}
