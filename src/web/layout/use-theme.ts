import { useSyncExternalStore } from 'react'
import { currentTheme, setTheme, type Theme } from '#web/ui/base/theme.ts'

const listeners = new Set<() => void>()

/** The theme chosen on this machine, for every control that shows it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, currentTheme), choose]
}

/** Whether the page is dark now, chosen or by the system. */
export function isDark(theme: Theme): boolean {
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
}

function choose(theme: Theme) {
  setTheme(theme)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
