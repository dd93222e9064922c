import { expect, test } from 'vitest'
import { periodStatus } from './period.contract.ts'
import { momentsOf, nextChange } from './period.rules.ts'

const at = (time: string) => `2026-11-23T${time}:00+07:00`
const draw = {
  open_at: at('06:00'),
  return_until: at('14:30'),
  stop_at: at('16:00'),
  print_at: at('16:00'),
  draw_at: at('16:15'),
  cancelled_at: null,
}
const past = (row: Parameters<typeof momentsOf>[0], now: string) =>
  momentsOf(row, Date.parse(at(now)))
    .filter(({ is_past }) => is_past)
    .map(({ name }) => name)

test('a moment has passed once its time has come, and none before', () => {
  const row = { ...draw, status: periodStatus.open }
  expect(past(row, '08:19')).toEqual(['open_at'])
  expect(past(row, '14:30')).toEqual(['open_at', 'return_until'])
  expect(past(row, '16:15')).toEqual(['open_at', 'return_until', 'stop_at', 'draw_at'])
  // Of a cancelled draw only what came before was.
  expect(past({ ...row, cancelled_at: at('10:00') }, '20:00')).toEqual(['open_at'])
})

test('the moments stand in the order of the day, without one that is none of its own', () => {
  const row = { ...draw, status: periodStatus.open }
  expect(momentsOf(row, 0).map(({ name }) => name)).toEqual(['open_at', 'return_until', 'stop_at', 'draw_at'])
  const printed = { ...row, print_at: at('16:05'), return_until: null }
  expect(momentsOf(printed, 0).map(({ name }) => name)).toEqual(['open_at', 'stop_at', 'print_at', 'draw_at'])
})

test('the time that is left says until what: only while tickets are sold does it say how long they still are', () => {
  const until = (status: (typeof periodStatus)[keyof typeof periodStatus]) => nextChange({ ...draw, status })?.until
  expect(until(periodStatus.upcoming)).toBe('mở bán sau')
  expect(until(periodStatus.open)).toBe('còn')
  expect(until(periodStatus.stopped)).toBe('quay sau')
  expect(nextChange({ ...draw, print_at: at('16:05'), status: periodStatus.stopped })?.until).toBe('hết giờ in sau')
})
