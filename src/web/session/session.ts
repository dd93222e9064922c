/**
 * Who is signed in, as far as the browser knows: the readable cookies. The server alone decides what a token is worth; it also
 * wants the HttpOnly cookie that it set itself beside it.
 */

const names = ['token', 'username', 'userId', 'partnerId', 'group', 'storeName'] as const
type CookieName = (typeof names)[number]

/**
 * Why a session ended here: by the person's own wish, because the server no longer knows the token, because the person signed out in
 * another tab, or because someone else signed in there.
 */
export type EndReason = 'chosen' | 'expired' | 'elsewhere' | 'replaced'

interface SignInAnswer {
  token: string
  user: { user_name: string; user_id: number; partner_id: number | null }
  group: { group_id: number } | null
}

type Listener = (reason: EndReason) => void
const leaving = new Set<Listener>()
const ended = new Set<Listener>()
const started = new Set<() => void>()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

/** Whom this tab is showing; the cookies are shared by all tabs and may already speak of someone else. */
let shown: { userId: string; token: string } | null = read()
let lastEnd: EndReason | null = null

export function token(): string | null {
  return cookie('token')
}

export function signedIn(): boolean {
  return token() !== null
}

export function userId(): number | null {
  return Number(cookie('userId')) || null
}

/** The person's base store is known once the rights are loaded. */
export function rememberStore(name: string | null) {
  setCookie('storeName', name)
}

export function startSession(answer: SignInAnswer) {
  setCookie('token', answer.token)
  setCookie('username', answer.user.user_name)
  setCookie('userId', String(answer.user.user_id))
  setCookie('partnerId', answer.user.partner_id === null ? null : String(answer.user.partner_id))
  setCookie('group', answer.group === null ? null : String(answer.group.group_id))
  shown = read()
  lastEnd = null
  channel?.postMessage('changed')
  for (const listener of started) listener()
}

/** Ends the session in this browser: listeners save what must survive, the cookies go, the router returns to the sign-in page. */
export function endSession(reason: EndReason) {
  if (shown === null && !signedIn()) return
  for (const listener of leaving) listener(reason)
  // What another tab has already replaced is that tab's to keep.
  if (reason !== 'replaced') clearCookies()
  shown = null
  lastEnd = reason
  if (reason === 'chosen' || reason === 'expired') channel?.postMessage('changed')
  for (const listener of ended) listener(reason)
}

/** The server refused this token. An answer to a call made before the last sign-in says nothing about the token of now. */
export function refuseToken(refused: string | null) {
  if (refused === token()) endSession('expired')
}

/** Called before the cookies are cleared, while it is still known whose session it is: the moment to keep drafts, or to drop them. */
export function onLeaving(listener: Listener): () => void {
  leaving.add(listener)
  return () => leaving.delete(listener)
}

export function onEnded(listener: Listener): () => void {
  ended.add(listener)
  return () => ended.delete(listener)
}

export function onStarted(listener: () => void): () => void {
  started.add(listener)
  return () => started.delete(listener)
}

/** The address to return to after sign-in: one of ours, never another site's and never the sign-in page itself. */
export function addressAfterSignIn(): string {
  const next = new URLSearchParams(location.search).get('next')
  return next === null || !/^\/(?![/\\])/.test(next) || /^\/login\b/.test(next) ? '/' : next
}

/** Why the last session of this tab ended; the sign-in page explains by it. */
export function lastEndReason(): EndReason | null {
  return lastEnd
}

/** Follows the other tabs: whoever signs out there, or signs in as someone else, ends what this tab shows; a sign-in there is one here. */
export function followOtherTabs() {
  const compare = () => {
    const now = read()
    if (shown === null) {
      shown = now
      if (now !== null) for (const listener of started) listener()
    } else if (now === null) endSession('elsewhere')
    else if (now.userId !== shown.userId) endSession('replaced')
    else shown = now
  }
  channel?.addEventListener('message', compare)
  // A tab that slept may have missed the message.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') compare()
  })
}

function read() {
  const known = token()
  return known === null ? null : { token: known, userId: cookie('userId') ?? '' }
}

function cookie(name: CookieName): string | null {
  for (const part of document.cookie.split('; ')) {
    if (part.startsWith(`${name}=`)) return decode(part.slice(name.length + 1)) || null
  }
  return null
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function setCookie(name: CookieName, value: string | null) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const life = value === null || value === '' ? '; Max-Age=0' : ''
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; SameSite=Strict${secure}${life}`
}

function clearCookies() {
  for (const part of document.cookie.split('; ')) {
    const [name] = part.split('=')
    if (name) document.cookie = `${name}=; Path=/; Max-Age=0`
  }
}
