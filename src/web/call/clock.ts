/** The server's clock, as far as its answers tell it: what a person's own computer believes the time to be may be minutes off. */
import { useSyncExternalStore } from 'react'

/** By how much the server's clock is ahead, at least and at most. */
let least = -Infinity
let most = Infinity

/** An answer's head says its server's time in whole seconds. */
export function learnClock(date: string | null, sent: number, heard: number) {
  learnMoment(Date.parse(date ?? ''), sent, heard, 1_000)
}

/** What the server's clock said, to so many milliseconds. It was said after the request went out and before the answer came. */
export function learnMoment(at: number, sent: number, heard: number, exact_to_ms = 1) {
  if (Number.isNaN(at)) return
  const [low, high] = [at - heard, at + exact_to_ms - sent]
  // Each answer narrows it, until one contradicts: then a clock has been set.
  const agrees = low <= most && high >= least
  least = agrees ? Math.max(least, low) : low
  most = agrees ? Math.min(most, high) : high
}

export function serverNow(): number {
  return Date.now() + (Number.isFinite(least) ? (least + most) / 2 : 0)
}

const watching = new Set<() => void>()
let second = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** The server's time in seconds, followed. */
export function useSecond(): number {
  return useSyncExternalStore(watch, () => second || secondNow())
}

const secondNow = () => Math.floor(serverNow() / 1_000)

function watch(listener: () => void) {
  watching.add(listener)
  if (watching.size === 1) tick()
  return () => {
    watching.delete(listener)
    if (watching.size === 0) {
      clearTimeout(timer)
      second = 0
    }
  }
}

function tick() {
  second = secondNow()
  for (const listener of watching) listener()
  timer = setTimeout(tick, 1_000 - (serverNow() % 1_000) + 5)
}

/** What is left: '2 ngày 5 giờ', '4:05:09', '05:09'. */
export function leftText(seconds: number): string {
  const left = Math.max(0, seconds)
  const [days, hours] = [Math.floor(left / 86_400), Math.floor(left / 3_600) % 24]
  if (days > 0) return hours > 0 ? `${days} ngày ${hours} giờ` : `${days} ngày`
  const [minutes, rest] = [Math.floor(left / 60) % 60, left % 60].map((one) => String(one).padStart(2, '0'))
  return hours > 0 ? `${hours}:${minutes}:${rest}` : `${minutes}:${rest}`
}
