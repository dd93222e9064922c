import { send } from '#web/call/send.ts'
import { endSession } from '#web/session/session.ts'
import { ownSession } from './own-session.contract.ts'

/** Ends the session on the server, without waiting for it, and leaves. */
export function signOut() {
  // A session that could not be ended there expires by itself; this browser has forgotten it in any case.
  send(ownSession.logout, {}, { keepalive: true }).catch(() => {})
  endSession('chosen')
}
