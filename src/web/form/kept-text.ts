/** A text outside a record form, stored like a draft: it survives the end of the session and a reload. */
import { useCallback, useEffect, useState } from 'react'
import { readDraft, writeDraft } from './draft.ts'
import { prefix } from './has-drafts.ts'
import { userId } from '#web/session/session.ts'

interface KeptText {
  /** The stored text; empty where there is none. */
  before: string
  /** Stores the text. */
  store: (text: string) => void
}

/** An empty text is removed. */
function storeText(name: string, text: string): void {
  const draft = { transid: '', row: null, base: {}, values: { text }, saved_at: Date.now() }
  writeDraft(name, text.trim() === '' ? null : draft)
}

/**
 * Removed when the text is emptied or the component goes away within the session; stays for the same person when the
 * session ends.
 *
 * @param about what the text is about, the same each time on the same page
 */
export function useKeptText(about: string): KeptText {
  const [key] = useState(() => {
    const user_id = userId()
    return user_id === null ? null : { user_id, name: `${prefix}${user_id}:text:${location.pathname} ${about}` }
  })
  const [before] = useState(() => String((key && readDraft(key.name)?.values.text) ?? ''))
  const store = useCallback(
    (text: string) => {
      if (key !== null) storeText(key.name, text)
    },
    [key],
  )
  useEffect(
    () => () => {
      // Removed when the text was sent or discarded. When the session has ended it stays for the same person.
      if (key !== null && userId() === key.user_id) storeText(key.name, '')
    },
    [key],
  )
  return { before, store }
}
