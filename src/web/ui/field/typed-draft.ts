import { useState } from 'react'

/**
 * A typed text that is shown instead of the value, until the value becomes another one by something else: a preset, the next day, changes that are
 * taken back.
 */
export function useTypedDraft<Value>(value: Value) {
  const [draft, setDraft] = useState<{ text: string; value: Value } | null>(null)
  const [seen, setSeen] = useState({ draft, value })
  if (seen.draft !== draft || !Object.is(seen.value, value)) {
    setSeen({ draft, value })
    // A value that changes together with the draft is the caller's answer to it.
    if (draft && draft === seen.draft && !Object.is(draft.value, value)) setDraft(null)
  }
  return {
    draft: draft && draft.text,
    /** Shows this text, for which the caller was given this value. */
    setDraft: (text: string, given: Value) => setDraft({ text, value: given }),
    dropDraft: () => setDraft(null),
  }
}
