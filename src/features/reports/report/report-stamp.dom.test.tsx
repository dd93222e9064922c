import { expect, test } from 'vitest'
import { asOfLine } from './report-stamp.screen.tsx'

test('a report says of which moment its figures are, and until which moment they reach on a replica', () => {
  const stamp = {
    from_date: '2026-11-22',
    to_date: '2026-11-22',
    as_of: '2026-11-22T14:05:12.345+07:00',
    snapshot: '8:8:',
  }
  expect(asOfLine(stamp)).toBe('Số liệu lúc 14:05:12 ngày 22/11/2026')
  expect(asOfLine({ ...stamp, is_delayed: true })).toBe('Số liệu đến 14:05:12 ngày 22/11/2026')
})
