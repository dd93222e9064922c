/** Begins a task on another page: goes there, and presses the button that adds to it. */
import type { AnyRouter } from '@tanstack/react-router'
import { ariaKeys, keys } from './keys.ts'

const patience_ms = 10_000

export function beginOn(router: AnyRouter, url: string) {
  if (router.state.location.pathname === url) return pressOnceThere(url)
  const stop = router.subscribe('onRendered', ({ toLocation }) => {
    stop()
    if (toLocation.pathname === url) pressOnceThere(url)
  })
  router.history.push(url)
}

/** The page's own code may still be on its way; whoever has moved on meanwhile is left alone. */
function pressOnceThere(url: string) {
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
  setTimeout(() => observer.disconnect(), patience_ms)
}
