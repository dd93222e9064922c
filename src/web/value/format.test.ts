import { expect, test } from 'vitest'
import { status } from '#contract/fields.ts'
import { infoOf } from '#contract/schema.ts'
import { agoText } from './ago.ts'
import { localPhone } from '#contract/text/phone-text.ts'
import { dayText, momentText, phoneText, textOf, timerText } from './format.ts'

test('days and moments are shown as dd/MM/yyyy on the clock of Viet Nam', () => {
  expect(dayText('2026-10-01')).toBe('01/10/2026')
  expect(momentText('2026-09-30T17:05:09.123Z')).toBe('01/10/2026 00:05')
  expect(momentText('2026-10-01T00:05:09.123+07:00', true)).toBe('01/10/2026 00:05:09')
})

test('elapsed time is shown in the largest unit that fits', () => {
  const now = Date.parse('2026-10-01T12:00:00Z')
  expect(agoText('2026-10-01T11:59:50Z', now)).toBe('vừa xong')
  expect(agoText('2026-10-01T11:55:00Z', now)).toBe('5 phút trước')
  expect(agoText('2026-10-01T09:00:00Z', now)).toBe('3 giờ trước')
  expect(agoText('2026-09-28T12:00:00Z', now)).toBe('3 ngày trước')
})

test('phone numbers are shown in groups and edited without spaces', () => {
  expect(phoneText('84912345678')).toBe('0912 345 678')
  expect(localPhone('84912345678')).toBe('0912345678')
  expect(localPhone('0912345678')).toBe('0912345678')
})

test('values are shown as text by the kind of their field', () => {
  const info = infoOf(
    status('Trạng thái', [
      [1, 'Hoạt động', 'green'],
      [0, 'Đã khóa', 'red'],
    ]),
  )
  expect(textOf(info, 0)).toBe('Đã khóa')
  expect(textOf({ kind: 'flag', label: 'Có' }, false)).toBe('Không')
  expect(textOf({ kind: 'money', label: 'Tiền' }, 1_500_000)).toBe('1.500.000 đ')
  expect([1_500_000, -1_500_000, 0].map((value) => textOf({ kind: 'change', label: 'Phát sinh' }, value))).toEqual([
    '+1.500.000 đ',
    '−1.500.000 đ',
    '0 đ',
  ])
  expect(textOf(undefined, null)).toBe('')
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
])('%i seconds are shown as %s', (seconds, text) => {
  expect(timerText(seconds)).toBe(text)
})
