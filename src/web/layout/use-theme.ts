import { useSyncExternalStore } from 'react'
import { currentTheme, setTheme, type Theme } from '#web/ui/base/theme.ts'

const listeners = new Set<() => void>()

/** The theme chosen on this machine, for every control that shows it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, currentTheme), choose]
}

function choose(theme: Theme) {
  setTheme(theme)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
