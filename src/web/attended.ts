/** Whether someone is there. Reading by itself must not keep the session of an empty chair alive. */
const patience = 5 * 60_000

let lastSign = Date.now()
for (const event of ['pointerdown', 'pointermove', 'keydown', 'scroll']) {
  addEventListener(event, () => (lastSign = Date.now()), { passive: true, capture: true })
}

export function attended(): boolean {
  return !document.hidden && Date.now() - lastSign < patience
}
