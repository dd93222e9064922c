/** Small habits of this browser: the folded menu, the open headings, the theme. Where storage is forbidden they last until the reload. */
import { useState } from 'react'

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function remember(name: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // It still holds on this page.
  }
}

export function usePreference(name: string, initial: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => remembered(name) ?? initial)
  const change = (next: string) => {
    setValue(next)
    remember(name, next)
  }
  return [value, change]
}
