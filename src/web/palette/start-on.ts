/** Starts a quick action: navigates to its page and clicks the add button there, unless the person does something else first. */
import { navigate } from '#web/route/location.ts'
import { onShown } from '#web/route/routing.tsx'
import { ariaKeys, keys } from './keys.ts'

/** How long the page's add button is waited for. */
const timeout_ms = 10_000

/** Opens the page and clicks its add button. */
export function startOn(url: string) {
  const waits = new AbortController()
  // Escape takes the action back; Ctrl+K begins another one, from which an editor that came then would take the focus.
  const giveUp = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === 'Escape' || ctrlKey || metaKey) waits.abort()
  }
  addEventListener('keydown', giveUp, { capture: true, signal: waits.signal })
  setTimeout(() => waits.abort(), timeout_ms)
  if (location.pathname === url) return clickWhenLoaded(url, waits)
  const stop = onShown((to) => {
    stop()
    if (to.pathname === url) clickWhenLoaded(url, waits)
  })
  navigate({ to: url })
}

/** Clicks the add button once the page has loaded, unless the person has navigated elsewhere meanwhile. */
function clickWhenLoaded(url: string, waits: AbortController) {
  if (waits.signal.aborted) return
  const press = () => {
    const button = document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${ariaKeys(keys.add)}"]`)
    button?.focus()
    button?.click()
    return button !== null
  }
  const check = () => {
    if (location.pathname !== url || press()) waits.abort()
  }
  const observer = new MutationObserver(check)
  waits.signal.addEventListener('abort', () => observer.disconnect())
  observer.observe(document.body, { childList: true, subtree: true })
  check()
}
