import { beforeEach, expect, test, vi } from 'vitest'
import type * as Clock from './clock.ts'

let clock: typeof Clock
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ now: Date.parse('2026-11-22T10:00:00.000Z') })
  clock = await import('./clock.ts')
  return () => vi.useRealTimers()
})

/** An answer of a server whose clock is so far ahead, which took so long on each way. */
function answer(ahead: number, way = 20) {
  const sent = Date.now()
  vi.advanceTimersByTime(way)
  const said = new Date(Math.floor((Date.now() + ahead) / 1_000) * 1_000).toUTCString()
  vi.advanceTimersByTime(way)
  clock.learnServerDate(said, sent, Date.now())
}

test("without an answer the time is the computer's own", () => {
  clock.learnServerDate(null, 0, 0)
  expect(clock.serverNow()).toBe(Date.now())
})

test('each answer tells the server’s clock more exactly, from seconds to hundredths', () => {
  const ahead = 187_654
  answer(ahead)
  expect(Math.abs(clock.serverNow() - Date.now() - ahead)).toBeLessThan(600)
  for (let n = 0; n < 40; n++) {
    vi.advanceTimersByTime(737)
    answer(ahead)
  }
  expect(Math.abs(clock.serverNow() - Date.now() - ahead)).toBeLessThan(40)
})

test('what a stream says to the millisecond tells it better than a head does', () => {
  const ahead = -42_424
  answer(ahead)
  const sent = Date.now()
  vi.advanceTimersByTime(30)
  clock.learnServerTime(Date.now() + ahead, sent, Date.now())
  expect(Math.abs(clock.serverNow() - Date.now() - ahead)).toBeLessThan(20)
})

test('a clock that is set is believed at once', () => {
  for (let n = 0; n < 10; n++) answer(60_000)
  answer(-30_000)
  expect(Math.abs(clock.serverNow() - Date.now() + 30_000)).toBeLessThan(600)
})

test.each([
  [0, '00:00'],
  [-5, '00:00'],
  [9, '00:09'],
  [309, '05:09'],
  [3_600, '1:00:00'],
  [14_709, '4:05:09'],
  [86_400, '1 ngày'],
  [190_800, '2 ngày 5 giờ'],
])('%i seconds are left: %s', (seconds, text) => {
  expect(clock.leftText(seconds)).toBe(text)
})
