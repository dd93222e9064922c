import { useSyncExternalStore } from 'react'
import { currentTheme, setTheme, type Theme } from '#web/ui/base/theme.ts'
import { createListeners } from '#web/ui/base/listeners.ts'

const { subscribe, notify } = createListeners()

/** The theme chosen in this browser, shared by all controls that show it. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, currentTheme), chooseTheme]
}

/** Whether the page is dark now, by choice or by the system's setting. */
export function isDark(theme: Theme): boolean {
  return theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
}

function chooseTheme(theme: Theme) {
  setTheme(theme)
  notify()
}
