import { expect, test } from 'vitest'
import { clockDayText, momentText, shortMomentText } from './day-text.ts'

test('a moment is written by the clock of Viet Nam, the day or the hour first', () => {
  const moment = '2026-09-30T17:05:09.123Z'
  expect(momentText(moment)).toBe('01/10/2026 00:05')
  expect(clockDayText(moment)).toBe('00:05 01/10/2026')
  expect(clockDayText(moment, true)).toBe('00:05:09 01/10/2026')
  expect(shortMomentText(moment)).toBe('00:05 01/10')
})

test('a text that is no moment stays as it is', () => {
  expect([momentText('hôm qua'), clockDayText('hôm qua')]).toEqual(['hôm qua', 'hôm qua'])
})
