/** Starts a quick action: navigates to its page and clicks the add button there. */
import type { AnyRouter } from '@tanstack/react-router'
import { ariaKeys, keys } from './keys.ts'

/** How long the page's add button is waited for. */
const timeout_ms = 10_000

/** Opens the page and clicks its add button. */
export function startOn(router: AnyRouter, url: string) {
  if (router.state.location.pathname === url) return clickWhenLoaded(url)
  const stop = router.subscribe('onRendered', ({ toLocation }) => {
    stop()
    if (toLocation.pathname === url) clickWhenLoaded(url)
  })
  router.history.push(url)
}

/** Clicks the add button once the page has loaded, unless the person has navigated elsewhere meanwhile. */
function clickWhenLoaded(url: string) {
  const press = () => {
    const button = document.querySelector<HTMLElement>(`main [aria-keyshortcuts="${ariaKeys(keys.add)}"]`)
    button?.focus()
    button?.click()
    return button !== null
  }
  if (press()) return
  const observer = new MutationObserver(() => {
    if (location.pathname !== url || press()) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), timeout_ms)
}
