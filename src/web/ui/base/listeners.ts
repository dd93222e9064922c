/** Those who want to know when a value outside React changes. `subscribe` is for useSyncExternalStore, too. */
export interface Listeners {
  /** Returns how to unsubscribe. */
  subscribe(this: void, listener: () => void): () => void
  notify(this: void): void
}

/** A new set of listeners, with nobody in it. */
export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    notify() {
      for (const listener of listeners) listener()
    },
  }
}
