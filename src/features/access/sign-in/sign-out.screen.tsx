import { send } from '#web/call/send.ts'
import { endSession } from '#web/session/session.ts'
import { signIn } from './sign-in.contract.ts'

/** Tells the server, without waiting for it, and leaves. */
export function signOut() {
  // A session that cannot be ended there ends by itself; here it is over in any case.
  send(signIn.logout, {}, { keepalive: true }).catch(() => {})
  endSession('chosen')
}
