/** What has to be known of drafts (draft.ts) before a form is opened: that there are some, and that they go with a sign-out. */
import { onLeaving } from '#web/session/session.ts'

export const prefix = 'draft:'

function names(): string[] {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))
  } catch {
    // Storage that is forbidden has none.
    return []
  }
}

export const hasDrafts = (): boolean => names().length > 0

// Whoever signs out by choice leaves nothing behind; a session that ran out is taken up again.
onLeaving((reason) => {
  if (reason === 'chosen') for (const name of names()) sessionStorage.removeItem(name)
})
