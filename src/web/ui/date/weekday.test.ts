import { expect, test } from 'vitest'
import { weekdayText } from '#contract/text/day-text.ts'
import { weekdayName } from './weekday.ts'

test('the weekday of a day does not depend on the time zone of the browser', () => {
  const week = Array.from({ length: 7 }, (_, index) => `2026-11-${22 + index}`)
  expect(week.map(weekdayName)).toEqual(['CN', 'T2', 'T3', 'T4', 'T5', 'T6', 'T7'])
  expect(weekdayText('2026-11-22')).toBe('Chủ nhật')
  expect(weekdayText('2026-11-28')).toBe('Thứ 7')
})
