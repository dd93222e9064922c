/** The part of drafts (draft.ts) that every page needs: whether there are any, and their removal at sign-out. */
import { onLeaving } from '#web/session/session.ts'

export const prefix = 'draft:'

function names(): string[] {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))
  } catch {
    // Storage may be forbidden.
    return []
  }
}

/** Whether there is any draft in this tab. */
export const hasDrafts = (): boolean => names().length > 0

// A sign-out removes all drafts. After a session that expired they stay, for the person to continue.
onLeaving((reason) => {
  if (reason === 'chosen') for (const name of names()) sessionStorage.removeItem(name)
})
