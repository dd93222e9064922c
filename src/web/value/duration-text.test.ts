import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'

test.each([
  [0, '00:00'],
  [-5, '00:00'],
  [9, '00:09'],
  [309, '05:09'],
  [3_600, '1:00:00'],
  [14_709, '4:05:09'],
  [86_400, '1 ngày'],
  [190_800, '2 ngày 5 giờ'],
])('%i seconds are shown as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})
