/** The router: query parameters as plain texts, and guards. */
import { redirect, type AnyRouter, type ParsedLocation } from '@tanstack/react-router'
import { addressAfterSignIn, onEnded, onStarted, signedIn, type EndReason } from '#web/session/session.ts'

/** Parses a query to texts only, so that phone numbers and codes keep leading zeros. */
export type Search = Record<string, string | undefined>

export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue
    query.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  // Characters that need no escaping in a query stay readable, because people read and share addresses.
  const text = query.toString().replaceAll('%2F', '/').replaceAll('%2C', ',').replaceAll('%3A', ':')
  return text === '' ? '' : `?${text}`
}

/** Guard of the default layout. */
export function requireSession({ location }: { location: ParsedLocation }) {
  if (!signedIn()) throw redirect({ to: '/login', search: nextSearch(location.href), replace: true })
}

/** Guard of the sign-in page. */
export function requireNoSession() {
  if (signedIn()) throw redirect({ to: '/', replace: true })
}

function nextSearch(href: string): Search {
  return href === '/' ? {} : { next: href }
}

/** Public pages stay open when a session ends. */
const public_pages = /^\/(login|logup|forgot|playground)$/

/** Navigates to the sign-in page when the session ends, in this tab or another one. */
export function followSession(router: AnyRouter) {
  onEnded((reason: EndReason) => {
    if (reason === 'replaced') return location.replace('/')
    const { href, pathname } = router.state.location
    if (public_pages.test(pathname)) return
    const search = reason === 'chosen' ? {} : nextSearch(href)
    void router.navigate({ to: '/login', search, replace: reason !== 'chosen' })
  })
  onStarted(() => {
    if (location.pathname === '/login') router.history.replace(addressAfterSignIn())
  })
}
