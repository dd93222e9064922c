import { useState } from 'react'

/**
 * A typed text that is shown instead of the value, until the value becomes another one by something else: a preset, the next day, changes that are
 * taken back. While `isTyping`, the text stays all the same.
 */
export function useTypedDraft<Value>(value: Value, isTyping: boolean) {
  const [draft, setDraft] = useState<{ text: string; value: Value } | null>(null)
  const [last, setLast] = useState({ draft, value })
  if (last.draft !== draft || !Object.is(last.value, value)) {
    setLast({ draft, value })
    // A value that changes together with the draft is the caller's answer to it.
    if (!isTyping && draft && draft === last.draft && !Object.is(draft.value, value)) setDraft(null)
  }
  return {
    draft: draft && draft.text,
    /** Shows this text, for which the caller was given this value. */
    setDraft: (text: string, reported_value: Value) => setDraft({ text, value: reported_value }),
    dropDraft: () => setDraft(null),
  }
}
