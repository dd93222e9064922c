export type Theme = 'light' | 'dark' | 'system'

/** The choice is kept per browser; public/theme.js applies it before the first paint. */
export function currentTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** Shows the theme now and keeps it in this browser; 'system' removes the choice. */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is closed.
  }
}
