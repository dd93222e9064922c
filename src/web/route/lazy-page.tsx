/**
 * Lazy pages. A release replaces their chunks, so when a load fails, reloading the page may help; while the server cannot be reached, a reload would
 * only lose what is shown.
 */
import type { ComponentType, ReactNode } from 'react'
import { explainWait, reached } from '#web/call/connection.ts'
import { loadAgainAfter, waitingPart } from '#web/ui/base/lazy-part.tsx'

const stamp = 'reloaded-at'
const min_reload_gap_ms = 60_000

/** Reloads the page, at most once in 60 seconds; false when that was already tried. */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(stamp)) < min_reload_gap_ms) return false
    sessionStorage.setItem(stamp, String(Date.now()))
  } catch {
    // Without storage a reload could not be remembered and might loop.
    return false
  }
  location.reload()
  return true
}

/** Most pages draw no children; a layout draws its page, and the settings their tab. */
export type LoadPage = () => Promise<{ default: ComponentType<{ children?: ReactNode }> }>
export type LazyPage = ReturnType<typeof lazyPage>

/** A page whose code is loaded at its first visit: `lazyPage(() => import('#features/…/account.screen.tsx'))`. */
export function lazyPage(load: LoadPage) {
  return waitingPart(async function loadPage(): ReturnType<LoadPage> {
    try {
      return await load()
    } catch (error) {
      if (!(await reached())) return loadPage()
      // Never resolves: nothing is rendered while the page reloads.
      if (reloadOnce()) await new Promise<never>(() => {})
      throw error
    }
  })
}

/** Handles failures to load parts that are not pages, which the bundler's loader reports by this event. */
export function handleLostChunks() {
  loadAgainAfter(reached, explainWait)
  const lostStyles = new Set<HTMLLinkElement>()
  addEventListener('error', ({ target }) => void (target instanceof HTMLLinkElement && lostStyles.add(target)), true)
  addEventListener('vite:preloadError', async () => {
    const atOnce = await reached()
    // The bundler's loader asks for a style sheet only once, also where that failed.
    const links = [...lostStyles]
    lostStyles.clear()
    for (const link of links) link.replaceWith(link.cloneNode())
    // A connection that fails for a moment costs nobody their page.
    if (atOnce && (await isReplaced())) reloadOnce()
  })
}

/** Whether a release has replaced the files of this page. */
async function isReplaced(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"]')?.getAttribute('src') ?? ''
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    return answer.ok && !(await answer.text()).includes(entry)
  } catch {
    return false
  }
}

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether pages are preloaded before the click: not with data saving or a slow connection. */
export function canPreload(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '')
}

/** Runs something unimportant when the browser is idle. */
export function whenIdle(work: () => void) {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 3000 })
  else setTimeout(work, 1000)
}
