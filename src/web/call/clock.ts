/** Estimates the server's clock from its answers, because the clock of a person's computer may be minutes off. */
import { useSyncExternalStore } from 'react'

/** Bounds of the offset in milliseconds by which the server's clock is ahead. */
let min_offset = -Infinity
let max_offset = Infinity

/** Learns from the Date header of an answer, which is in whole seconds. */
export function learnServerDate(date: string | null, sentAt: number, receivedAt: number) {
  learnServerTime(Date.parse(date ?? ''), sentAt, receivedAt, 1_000)
}

/**
 * Learns from a server time, exact to so many milliseconds, that was taken between sending the request and receiving the answer (both by the
 * local clock).
 */
export function learnServerTime(time: number, sentAt: number, receivedAt: number, exact_to_ms = 1) {
  if (Number.isNaN(time)) return
  const [low, high] = [time - receivedAt, time + exact_to_ms - sentAt]
  // Each answer narrows the bounds. One that contradicts them means that a clock was set; then only it counts.
  const agrees = low <= max_offset && high >= min_offset
  min_offset = agrees ? Math.max(min_offset, low) : low
  max_offset = agrees ? Math.min(max_offset, high) : high
}

/** The server's time in milliseconds, as Date.now() would be there. */
export function serverNow(): number {
  return Date.now() + (Number.isFinite(min_offset) ? (min_offset + max_offset) / 2 : 0)
}

const listeners = new Set<() => void>()
/** Timers may fire a little early, which would show the same second again. */
const tick_margin_ms = 5
let second = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** The server's time in seconds; renders again each second. */
export function useSecond(): number {
  return useSyncExternalStore(subscribe, () => second || secondNow())
}

const secondNow = () => Math.floor(serverNow() / 1_000)

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) tick()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) {
      clearTimeout(timer)
      second = 0
    }
  }
}

function tick() {
  second = secondNow()
  for (const listener of listeners) listener()
  timer = setTimeout(tick, 1_000 - (serverNow() % 1_000) + tick_margin_ms)
}
