import { beforeEach, expect, test, vi } from 'vitest'
import type * as Clock from './clock.ts'

let clock: typeof Clock
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00.000Z') })
  clock = await import('./clock.ts')
  return () => vi.useRealTimers()
})

/** A response of a server whose clock is ahead by this, with this delay on each way, in milliseconds. */
function answer(ahead: number, delay = 20) {
  const sentAt = Date.now()
  vi.advanceTimersByTime(delay)
  const date = new Date(Math.floor((Date.now() + ahead) / 1_000) * 1_000).toUTCString()
  vi.advanceTimersByTime(delay)
  clock.learnServerDate(date, sentAt, Date.now())
}

test('without a server date the time is that of the computer', () => {
  clock.learnServerDate(null, 0, 0)
  expect(clock.serverNow()).toBe(Date.now())
})

test("each response refines the offset of the server's clock, from within 600 ms to within 40 ms", () => {
  const ahead = 187_654
  answer(ahead)
  expect(Math.abs(clock.serverNow() - Date.now() - ahead)).toBeLessThan(600)
  for (let n = 0; n < 40; n++) {
    vi.advanceTimersByTime(737)
    answer(ahead)
  }
  expect(Math.abs(clock.serverNow() - Date.now() - ahead)).toBeLessThan(40)
})

test('the time of a stream gives the offset more exactly than a Date header', () => {
  const ahead = -42_424
  answer(ahead)
  const sentAt = Date.now()
  vi.advanceTimersByTime(30)
  clock.learnServerTime(Date.now() + ahead, sentAt, Date.now())
  expect(Math.abs(clock.serverNow() - Date.now() - ahead)).toBeLessThan(20)
})

test("a jump of the server's clock is followed at once", () => {
  for (let n = 0; n < 10; n++) answer(60_000)
  answer(-30_000)
  expect(Math.abs(clock.serverNow() - Date.now() + 30_000)).toBeLessThan(600)
})
