/** Preferences kept in this browser's localStorage: folded menu, theme. Where storage is forbidden they last until the reload. */
import { useState } from 'react'

/** A stored value; null where there is none. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Stores a value; null removes it. */
export function remember(name: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Storage is forbidden or full; the value still applies on this page.
  }
}

/** A stored value as state. */
export function usePreference(name: string, initial: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => remembered(name) ?? initial)
  const change = (chosen_value: string) => {
    setValue(chosen_value)
    remember(name, chosen_value)
  }
  return [value, change]
}
