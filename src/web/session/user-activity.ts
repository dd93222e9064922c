/** Whether the user is active. Automatic reads stop while nobody is there, so that they do not keep the session alive. */
import { createListeners } from '#web/ui/base/listeners.ts'

const idle_after_ms = 5 * 60_000

let last_activity = Date.now()
const { subscribe, notify } = createListeners()

function recordActivity() {
  const wasIdle = Date.now() - last_activity >= idle_after_ms
  last_activity = Date.now()
  if (wasIdle) notify()
}

for (const event of ['pointerdown', 'pointermove', 'keydown', 'scroll']) {
  addEventListener(event, recordActivity, { passive: true, capture: true })
}
document.addEventListener('visibilitychange', () => {
  // Switching to this tab is activity too.
  if (!document.hidden) last_activity = Date.now()
  notify()
})

/** Whether the tab is visible and the user was active in the last minutes. */
export function isUserActive(): boolean {
  return !document.hidden && Date.now() - last_activity < idle_after_ms
}

/** Calls the listener when the tab becomes visible or hidden, and when the user becomes active again. Returns how to unsubscribe. */
export const onUserActivity = subscribe
