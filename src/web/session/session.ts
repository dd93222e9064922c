/**
 * The session in this browser, kept in readable cookies and shared by all tabs. The token is valid only together with the HttpOnly cookie that the
 * server set itself.
 */

const names = ['token', 'username', 'userId', 'partnerId', 'group', 'storeName'] as const
type CookieName = (typeof names)[number]

/**
 * Why the session of this tab ended: sign-out ('chosen'), a token that the server no longer accepts ('expired'), sign-out in another tab
 * ('elsewhere'), or another person's sign-in in another tab ('replaced').
 */
export type EndReason = 'chosen' | 'expired' | 'elsewhere' | 'replaced'

interface SignInAnswer {
  token: string
  user: { user_name: string; user_id: number; partner_id: number | null }
  group: { group_id: number } | null
}

type Listener = (reason: EndReason) => void
const leavingListeners = new Set<Listener>()
const endListeners = new Set<Listener>()
const startListeners = new Set<() => void>()
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('session')

/** The session that this tab shows; the shared cookies may already be another person's. */
let known_session: { userId: string; token: string } | null = read()
let lastEnd: EndReason | null = null

/** The token of the session that the cookies hold; null when nobody is signed in. */
export function token(): string | null {
  return cookie('token')
}

/** Whether the cookies hold a session; only the server knows whether it is still valid. */
export function signedIn(): boolean {
  return token() !== null
}

/** The account of the session; null when nobody is signed in. */
export function userId(): number | null {
  return Number(cookie('userId')) || null
}

/** Stores the name of the person's base store, which is known once the rights are loaded. */
export function rememberStore(name: string | null) {
  setCookie('storeName', name)
}

/** Stores the session after a sign-in, for all tabs. */
export function startSession(answer: SignInAnswer) {
  setCookie('token', answer.token)
  setCookie('username', answer.user.user_name)
  setCookie('userId', String(answer.user.user_id))
  setCookie('partnerId', answer.user.partner_id === null ? null : String(answer.user.partner_id))
  setCookie('group', answer.group === null ? null : String(answer.group.group_id))
  known_session = read()
  lastEnd = null
  channel?.postMessage('changed')
  for (const listener of startListeners) listener()
}

/** Ends the session: `onLeaving` listeners run, the cookies are cleared, then `onEnded` listeners run, and the router shows the sign-in page. */
export function endSession(reason: EndReason) {
  if (known_session === null && !signedIn()) return
  for (const listener of leavingListeners) listener(reason)
  // When it was replaced, the cookies belong to the new session of the other tab.
  if (reason !== 'replaced') clearCookies()
  known_session = null
  lastEnd = reason
  if (reason === 'chosen' || reason === 'expired') channel?.postMessage('changed')
  for (const listener of endListeners) listener(reason)
}

/** Ends the session when the server refused its token. A refused token from before the last sign-in is ignored. */
export function refuseToken(refused: string | null) {
  if (refused === token()) endSession('expired')
}

/** Calls the listener when the session is about to end, while the user is still known: to save or drop drafts. Returns how to unsubscribe. */
export function onLeaving(listener: Listener): () => void {
  leavingListeners.add(listener)
  return () => leavingListeners.delete(listener)
}

/** Calls the listener when the session has ended. Returns how to unsubscribe. */
export function onEnded(listener: Listener): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

/** Calls the listener when a session has started, here or in another tab. Returns how to unsubscribe. */
export function onStarted(listener: () => void): () => void {
  startListeners.add(listener)
  return () => startListeners.delete(listener)
}

/** The address to open after sign-in, from the parameter `next`; never another site and never the sign-in page itself. */
export function addressAfterSignIn(): string {
  const return_path = new URLSearchParams(location.search).get('next')
  return return_path === null || !/^\/(?![/\\])/.test(return_path) || /^\/login\b/.test(return_path) ? '/' : return_path
}

/** Why the last session of this tab ended, for the sign-in page to explain. */
export function lastEndReason(): EndReason | null {
  return lastEnd
}

/** Keeps this tab in step with the others: a sign-out or another person's sign-in there ends this session, a sign-in there starts it here too. */
export function followOtherTabs() {
  const syncWithCookies = () => {
    const now = read()
    if (known_session === null) {
      known_session = now
      if (now !== null) for (const listener of startListeners) listener()
    } else if (now === null) endSession('elsewhere')
    else if (now.userId !== known_session.userId) endSession('replaced')
    else known_session = now
  }
  channel?.addEventListener('message', syncWithCookies)
  // A suspended tab may have missed the message.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') syncWithCookies()
  })
}

function read() {
  const current_token = token()
  return current_token === null ? null : { token: current_token, userId: cookie('userId') ?? '' }
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
  const max_age = value === null || value === '' ? '; Max-Age=0' : ''
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; Path=/; SameSite=Strict${secure}${max_age}`
}

function clearCookies() {
  for (const part of document.cookie.split('; ')) {
    const [name] = part.split('=')
    if (name) document.cookie = `${name}=; Path=/; Max-Age=0`
  }
}
