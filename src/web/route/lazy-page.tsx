/** Screens are loaded when they are first needed. A release replaces their files, so a load that fails may be cured by a reload. */
import type { AsyncRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { waitingPart } from '#web/ui/base/lazy-part.tsx'

const stamp = 'reloaded-at'
const reloadEvery = 60_000

/** Reloads the page, at most once in 60 seconds; false when that was already tried. */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(stamp)) < reloadEvery) return false
    sessionStorage.setItem(stamp, String(Date.now()))
  } catch {
    // Without a place to remember the reload it could go on for ever.
    return false
  }
  location.reload()
  return true
}

type Load = () => Promise<{ default: ComponentType }>

/** A page whose code is fetched with its first visit: `lazyPage(() => import('#features/…/account.screen.tsx'))`. */
export function lazyPage(load: Load): AsyncRouteComponent<object> {
  return waitingPart(async () => {
    try {
      return await load()
    } catch (error) {
      // Nothing more is drawn while the page reloads.
      if (reloadOnce()) await new Promise<never>(() => {})
      throw error
    }
  })
}

/** Styles of a chunk are fetched by the bundler's own loader, which tells of its failures by this event. */
export function reloadOnLostChunk() {
  addEventListener('vite:preloadError', (event) => {
    if (reloadOnce()) event.preventDefault()
  })
}

interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Pages are fetched ahead of the click only where that costs nobody anything. */
export function canPreload(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '')
}

/** Does something that nobody waits for, once nothing else is to be done. */
export function whenIdle(work: () => void) {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: 3000 })
  else setTimeout(work, 1000)
}
