/** The state that the connection bar shows: whether the server can be reached, and how many writes have an unknown result. */
import { useSyncExternalStore } from 'react'
import { toast } from '#web/ui/message/toast-store.ts'
import { createListeners } from '#web/ui/base/listeners.ts'

export interface Connection {
  lost: boolean
  /** Number of writes whose result is unknown and is being requested again. */
  unknown: number
}

const probe_interval_ms = 4000

let state: Connection = { lost: false, unknown: 0 }
const { subscribe, notify } = createListeners()
const reconnection = createListeners()
let probeTimer: ReturnType<typeof setTimeout> | undefined

/** What the connection bar shows, rendered again at each change. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => state)
}

/** Calls the listener when the server can be reached again. Returns how to unsubscribe. */
export const onReconnect = reconnection.subscribe

/** Reports that a request got no answer. */
export function connectionLost() {
  if (state.lost) return
  update({ lost: true })
  probeTimer = setTimeout(probe, probe_interval_ms)
}

/** Reports that an answer of the server arrived. */
export function connectionWorks() {
  if (!state.lost) return
  clearTimeout(probeTimer)
  update({ lost: false })
  reconnection.notify()
}

/** Tries whether the server can be reached, which it returns; while the connection is lost, a timer repeats it until it can. */
export async function probe(): Promise<boolean> {
  clearTimeout(probeTimer)
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(probe_interval_ms) })
    if (answer.status < 500) {
      connectionWorks()
      return true
    }
  } catch {
    // Still not reachable.
  }
  if (state.lost) probeTimer = setTimeout(probe, probe_interval_ms)
  return false
}

/** Resolves once the server can be reached: to true where it can be at once, to false where that was waited for. */
export async function reached(): Promise<boolean> {
  if (await probe()) return true
  connectionLost()
  explainWait()
  await new Promise<void>((resolve) => {
    const stop = onReconnect(() => {
      stop()
      resolve()
    })
  })
  return false
}

/** Says to somebody who has just pressed something why it does not open yet. */
export function explainWait() {
  if (state.lost && navigator.userActivation?.isActive) {
    toast.warning('Mất kết nối nên chưa mở được. Khi có mạng lại, trang tự mở.')
  }
}

/** Reports a write with an unknown result. Call the returned function once the result is known or given up. */
export function resultUnknown(): () => void {
  update({ unknown: state.unknown + 1 })
  let isSettled = false
  return () => {
    if (!isSettled) update({ unknown: state.unknown - 1 })
    isSettled = true
  }
}

function update(change: Partial<Connection>) {
  state = { ...state, ...change }
  notify()
}

addEventListener('online', () => void probe())
addEventListener('offline', connectionLost)
