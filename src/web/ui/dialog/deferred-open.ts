/** While the palette is open no other dialog opens: what a person types must not land in one whose code arrives only then. */
import { useState, useSyncExternalStore } from 'react'
import { createListeners } from '#web/ui/base/listeners.ts'

let isDeferring = false
const { subscribe, notify } = createListeners()
const set = (next: boolean) => {
  isDeferring = next
  notify()
}

/** While the palette is open, no other dialog begins to open. Returns the function that ends it, as an effect does. */
export function deferDialogs(): () => void {
  set(true)
  return () => set(false)
}

/** Whether a dialog that should be open is shown: one that comes later waits for the palette to close, one that is shown stays below it. */
export function useDeferredOpen(open: boolean): boolean {
  const isPaletteOpen = useSyncExternalStore(subscribe, () => isDeferring)
  const [hasBegun, setBegun] = useState(false)
  const isShown = open && (hasBegun || !isPaletteOpen)
  if (isShown !== hasBegun) setBegun(isShown)
  return isShown
}
