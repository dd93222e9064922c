import { expect, test } from 'vitest'
import { hasTrend } from './trend.rules.ts'

const week = { from_date: '2026-03-02', to_date: '2026-03-08' }

test('rows have a trend unless they are grouped by day, cover one day or are too many for one answer', () => {
  expect(hasTrend({ levels: ['pos'], total: 40, ...week })).toBe(true)
  expect(hasTrend({ levels: ['day', 'pos'], total: 40, ...week })).toBe(false)
  expect(hasTrend({ levels: ['pos'], total: 40, from_date: week.from_date, to_date: week.from_date })).toBe(false)
  expect(hasTrend({ levels: ['pos'], total: 1_428, ...week })).toBe(true)
  expect(hasTrend({ levels: ['pos'], total: 1_429, ...week })).toBe(false)
  expect(hasTrend({ levels: ['pos'], total: null, ...week })).toBe(false)
})
