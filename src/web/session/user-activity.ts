/** Whether someone is there. Reading by itself must not keep the session of an empty chair alive. */
const idle_after_ms = 5 * 60_000

let lastSign = Date.now()
const came = new Set<() => void>()

function sign() {
  const away = Date.now() - lastSign >= idle_after_ms
  lastSign = Date.now()
  if (away) tellAll()
}

function tellAll() {
  for (const listener of came) listener()
}

for (const event of ['pointerdown', 'pointermove', 'keydown', 'scroll']) {
  addEventListener(event, sign, { passive: true, capture: true })
}
document.addEventListener('visibilitychange', () => {
  // Turning to this tab is a sign too.
  if (!document.hidden) lastSign = Date.now()
  tellAll()
})

export function isUserActive(): boolean {
  return !document.hidden && Date.now() - lastSign < idle_after_ms
}

/** Told when the tab is turned to or away from, and when someone is there again who was not. */
export function onUserActivity(listener: () => void): () => void {
  came.add(listener)
  return () => came.delete(listener)
}
