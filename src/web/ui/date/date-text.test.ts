import { expect, test } from 'vitest'
import { addDays, showDay, today } from './date-text.ts'
import { orderedRange } from './day-ranges.ts'
import { usualRanges } from './usual-ranges.ts'
import { parseDay } from './parse-day.ts'

test('a typed text is read day first, with any separator', () => {
  for (const text of [
    '05/01/2025',
    '5/1/2025',
    '5-1-2025',
    '5.1.2025',
    '5 1 2025',
    ' 05 / 01 / 2025 ',
    '05012025',
    '5/1/25',
    '2025-01-05',
    '０５/０１/２０２５',
  ])
    expect(parseDay(text), text).toBe('2025-01-05')
})

test('days that do not exist are refused, not moved to the next month', () => {
  for (const text of [
    '31/02/2025',
    '29/02/2025',
    '31/04/2025',
    '00/01/2025',
    '01/13/2025',
    '01/25/2025',
    '5/1',
    '5/1/202',
    'hôm nay',
    '1/1/0001',
    '2025-02-30',
  ])
    expect(parseDay(text), text).toBeUndefined()
})

test('a year of two digits is not completed while the date is being typed', () => {
  expect(parseDay('5/1/20', true)).toBeUndefined()
  expect(parseDay('5/1/2025', true)).toBe('2025-01-05')
})

test('leap years follow the calendar', () => {
  expect(parseDay('29/02/2024')).toBe('2024-02-29')
  expect(parseDay('29/02/2000')).toBe('2000-02-29')
  expect(parseDay('29/02/2100')).toBeUndefined()
})

test('an empty text means no day', () => {
  expect(parseDay('')).toBeNull()
  expect(showDay(null)).toBe('')
})

test('days are shown as dd/MM/yyyy', () => {
  expect(showDay('2025-01-05')).toBe('05/01/2025')
  expect(showDay('2025-01-05T23:30:00+07:00')).toBe('05/01/2025')
})

test('a range with reversed ends is swapped', () => {
  expect(orderedRange({ from: '2025-02-01', to: '2025-01-01' })).toEqual({ from: '2025-01-01', to: '2025-02-01' })
  expect(orderedRange({ from: '2025-02-01', to: null })).toEqual({ from: '2025-02-01', to: null })
})

test('today is the day in Việt Nam', () => {
  expect(today(new Date('2025-01-05T17:30:00Z'))).toBe('2025-01-06')
  expect(today(new Date('2025-01-05T16:59:00Z'))).toBe('2025-01-05')
})

test('preset ranges are correct across the ends of months, quarters and years', () => {
  expect(addDays('2025-01-01', -1)).toBe('2024-12-31')
  const rangeOf = (label: string) => usualRanges('2025-01-05').find((usual) => usual.label === label)?.range
  expect(rangeOf('Tháng trước')).toEqual({ from: '2024-12-01', to: '2024-12-31' })
  expect(rangeOf('Tuần này')).toEqual({ from: '2024-12-30', to: '2025-01-05' })
  expect(rangeOf('7 ngày qua')).toEqual({ from: '2024-12-30', to: '2025-01-05' })
  expect(rangeOf('Tuần trước')).toEqual({ from: '2024-12-23', to: '2024-12-29' })
  expect(rangeOf('Năm nay')).toEqual({ from: '2025-01-01', to: '2025-01-05' })
  expect(rangeOf('Quý này')).toEqual({ from: '2025-01-01', to: '2025-01-05' })
  const quarters = ['2025-03-31', '2025-04-01', '2025-12-31'].map(
    (day) => usualRanges(day).find(({ label }) => label === 'Quý này')?.range.from,
  )
  expect(quarters).toEqual(['2025-01-01', '2025-04-01', '2025-10-01'])
})
