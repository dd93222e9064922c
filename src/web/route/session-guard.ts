/** Who may see which addresses: the pages of signed-in people, the sign-in page, and those for anyone. */
import { addressAfterSignIn, onEnded, onStarted, signedIn, userId, type EndReason } from '#web/session/session.ts'
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

/**
 * Navigates to the sign-in page when the session ends, in this tab or another one. Another person begins with a new page: a dialog or message that the
 * former one left open would act in their name.
 */
export function followSession() {
  let last_user_id = userId()
  onEnded((reason: EndReason) => {
    if (reason === 'replaced') return location.replace('/')
    const { href, pathname } = currentLocation()
    if (public_pages.test(pathname)) return
    const search = reason === 'chosen' ? {} : nextSearch(href)
    navigate({ to: '/login', search, replace: reason !== 'chosen' })
  })
  onStarted(() => {
    const is_another_person = last_user_id !== null && last_user_id !== userId()
    last_user_id = userId()
    const is_at_sign_in = location.pathname === '/login'
    if (is_another_person) location.replace(is_at_sign_in ? addressAfterSignIn() : location.href)
    else if (is_at_sign_in) navigate({ to: addressAfterSignIn(), replace: true })
  })
}
