import { expect, test } from 'vitest'
import { parseTime } from './time-text.ts'

test('a time of day is read in every usual notation', () => {
  for (const typed of ['7:30', '07:30', '0730', '730', '7h30', '7H30', '7.30', ' 7:30 ', '７:３０'])
    expect(parseTime(typed), typed).toBe('07:30')
  expect(parseTime('7h')).toBe('07:00')
  expect(parseTime('23')).toBe('23:00')
  expect(parseTime('0000')).toBe('00:00')
})

test('an empty text is null, and a text that is not a time is undefined', () => {
  expect(parseTime('  ')).toBeNull()
  for (const typed of ['24:00', '7:60', '7:3', '-1', 'sáng', '12345', ':30'])
    expect(parseTime(typed), typed).toBeUndefined()
})
