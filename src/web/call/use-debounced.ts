/** Typed text for a search on the server, so that not every keystroke sends a request. */
import { useEffect, useState } from 'react'

const typing_pause_ms = 200

/** The trimmed text, after it has not changed for 200 ms. */
export function useDebounced(text: string): string {
  const trimmed = text.trim()
  const [debounced, setDebounced] = useState(trimmed)
  useEffect(() => {
    const timer = setTimeout(setDebounced, typing_pause_ms, trimmed)
    return () => clearTimeout(timer)
  }, [trimmed])
  return debounced
}
