/** Whether the server can be reached, and how many writes wait for a missing answer: what the bar under the top bar tells. */
import { useSyncExternalStore } from 'react'

export interface Connection {
  lost: boolean
  /** Writes whose result is being asked for. */
  unknown: number
}

const askEvery = 4000

let state: Connection = { lost: false, unknown: 0 }
const listeners = new Set<() => void>()
const returned = new Set<() => void>()
let asking: ReturnType<typeof setTimeout> | undefined

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => state)
}

/** Called when the server can be reached again after it could not. */
export function onReturn(listener: () => void): () => void {
  returned.add(listener)
  return () => returned.delete(listener)
}

export function connectionLost() {
  if (state.lost) return
  set({ lost: true })
  asking = setTimeout(ask, askEvery)
}

export function connectionWorks() {
  if (!state.lost) return
  clearTimeout(asking)
  set({ lost: false })
  for (const listener of returned) listener()
}

/** Asks whether the server is there again, without waiting for someone to press a button. */
export async function ask() {
  clearTimeout(asking)
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(askEvery) })
    if (answer.status < 500) return connectionWorks()
  } catch {
    // Still away.
  }
  if (state.lost) asking = setTimeout(ask, askEvery)
}

/** A write's answer is missing; call what is returned once it is known or given up. */
export function resultUnknown(): () => void {
  set({ unknown: state.unknown + 1 })
  let settled = false
  return () => {
    if (!settled) set({ unknown: state.unknown - 1 })
    settled = true
  }
}

function set(change: Partial<Connection>) {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

addEventListener('online', () => void ask())
addEventListener('offline', connectionLost)
