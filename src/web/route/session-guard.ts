/** Who may see which addresses: the pages of signed-in people, the sign-in page, and those for anyone. */
import { addressAfterSignIn, onEnded, onStarted, signedIn, type EndReason } from '#web/session/session.ts'
import { currentLocation, navigate, type Navigation, type PageLocation, type SearchInput } from './location.ts'

/** Stay open when a session ends. */
const public_pages = /^\/(login|logup|forgot|playground)$/

/** Where somebody is led instead of this address; null where they may be. */
function redirectFrom({ pathname, href }: PageLocation): Navigation | null {
  if (pathname === '/login') return signedIn() ? { to: '/' } : null
  return signedIn() || public_pages.test(pathname) ? null : { to: '/login', search: nextSearch(href) }
}

function nextSearch(href: string): SearchInput {
  return href === '/' ? {} : { next: href }
}

/** Leads away from the open address where it is not for this visitor. */
export function guard(at = currentLocation()) {
  const redirect = redirectFrom(at)
  if (redirect) navigate({ ...redirect, replace: true })
}

/** Navigates to the sign-in page when the session ends, in this tab or another one. */
export function followSession() {
  onEnded((reason: EndReason) => {
    if (reason === 'replaced') return location.replace('/')
    const { href, pathname } = currentLocation()
    if (public_pages.test(pathname)) return
    const search = reason === 'chosen' ? {} : nextSearch(href)
    navigate({ to: '/login', search, replace: reason !== 'chosen' })
  })
  onStarted(() => {
    if (location.pathname === '/login') navigate({ to: addressAfterSignIn(), replace: true })
  })
}
