import { expect, test } from 'vitest'
import { lengthText } from './ago.ts'

test('a duration is shown in its two largest units', () => {
  const minute = 60_000
  const texts = [0.5, 26, 9 * 60, 9 * 60 + 46, 24 * 60, 36 * 60, 49 * 24 * 60 + 5 * 60 + 59].map((minutes) =>
    lengthText(minutes * minute),
  )
  expect(texts).toEqual([
    'dưới 1 phút',
    '26 phút',
    '9 giờ',
    '9 giờ 46 phút',
    '1 ngày',
    '1 ngày 12 giờ',
    '49 ngày 5 giờ',
  ])
})
