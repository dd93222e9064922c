/** Whose turn it is: what a person has typed into the palette must not land in a dialog whose code arrives only then. */
import { useState, useSyncExternalStore } from 'react'

let isTaken = false
const listeners = new Set<() => void>()
const set = (next: boolean) => {
  isTaken = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** While the palette is open, no other dialog begins to open. Returns how to end that; for an effect. */
export function takeTurn(): () => void {
  set(true)
  return () => set(false)
}

/** Whether a dialog that should be open is shown: it waits for the palette to close, and one that is shown stays below it. */
export function useTurn(open: boolean): boolean {
  const taken = useSyncExternalStore(subscribe, () => isTaken)
  const [begun, setBegun] = useState(false)
  const shown = open && (begun || !taken)
  if (shown !== begun) setBegun(shown)
  return shown
}
