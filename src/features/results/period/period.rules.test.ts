import { expect, test } from 'vitest'
import { periodStatus } from './period-fields.contract.ts'
import { momentsOf, nextChange } from './period.rules.ts'

const todayAt = (time: string) => `2026-11-23T${time}:00+07:00`
const draw = {
  open_at: todayAt('06:00'),
  return_until: todayAt('14:30'),
  stop_at: todayAt('16:00'),
  print_at: todayAt('16:00'),
  draw_at: todayAt('16:15'),
  cancelled_at: null,
}
const past = (row: Parameters<typeof momentsOf>[0], now: string) =>
  momentsOf(row, Date.parse(todayAt(now)))
    .filter(({ is_past }) => is_past)
    .map(({ name }) => name)

test('a moment is past from its time on, and not before', () => {
  const row = { ...draw, status: periodStatus.open }
  expect(past(row, '08:19')).toEqual(['open_at'])
  expect(past(row, '14:30')).toEqual(['open_at', 'return_until'])
  expect(past(row, '16:15')).toEqual(['open_at', 'return_until', 'stop_at', 'draw_at'])
  // Of a cancelled draw only moments before the cancellation are past.
  expect(past({ ...row, cancelled_at: todayAt('10:00') }, '20:00')).toEqual(['open_at'])
})

test('the moments are in order, and the end of printing is left out where it equals the stop', () => {
  const row = { ...draw, status: periodStatus.open }
  expect(momentsOf(row, 0).map(({ name }) => name)).toEqual(['open_at', 'return_until', 'stop_at', 'draw_at'])
  const printed = { ...row, print_at: todayAt('16:05'), return_until: null }
  expect(momentsOf(printed, 0).map(({ name }) => name)).toEqual(['open_at', 'stop_at', 'print_at', 'draw_at'])
})

test('the countdown is labelled by the next change of the draw: start of sales, end of sales, print or draw', () => {
  const until = (status: (typeof periodStatus)[keyof typeof periodStatus]) => nextChange({ ...draw, status })?.until
  expect(until(periodStatus.upcoming)).toBe('bán sau')
  expect(until(periodStatus.open)).toBe('còn')
  expect(until(periodStatus.stopped)).toBe('quay sau')
  expect(nextChange({ ...draw, print_at: todayAt('16:05'), status: periodStatus.stopped })?.until).toBe(
    'hết giờ in sau',
  )
})
