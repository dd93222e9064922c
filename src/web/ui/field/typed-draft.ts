import { useState } from 'react'

/**
 * The text being typed is shown instead of the value until the value is changed from outside, by a preset or a revert; while `isTyping` it is never
 * replaced.
 */
export function useTypedDraft<Value>(value: Value, isTyping: boolean) {
  const [draft, setDraft] = useState<{ text: string; value: Value } | null>(null)
  const [previous, setPrevious] = useState({ draft, value })
  if (previous.draft !== draft || !Object.is(previous.value, value)) {
    setPrevious({ draft, value })
    // A value that changes together with the draft is the caller's answer to it.
    if (!isTyping && draft && draft === previous.draft && !Object.is(draft.value, value)) setDraft(null)
  }
  return {
    draft: draft && draft.text,
    /** Shows this text, for which the caller was given this value. */
    showText: (text: string, reported_value: Value) => setDraft({ text, value: reported_value }),
    dropDraft: () => setDraft(null),
  }
}
