import { expect, test } from 'vitest'
import { reportText, type Report } from './bulk-words.ts'

const lock = { value: 'lock', label: 'Khóa', icon: 'lock' } as const
const report = (done: number, reasons: readonly string[]): Report => ({
  done,
  skipped: reasons.length,
  rows: reasons.map((reason, id) => ({ id, label: 'A', outcome: 'skipped', reason })),
})

test('a report says how many, and why not the others', () => {
  const some = report(47, ['Không thể tự khóa.', 'Đã khóa từ trước', 'Đã khóa từ trước'])
  expect(reportText('Sẽ', lock, 'tài khoản', some)).toBe(
    'Sẽ khóa 47 tài khoản; 3 bị bỏ qua: 2 đã khóa từ trước, 1 không thể tự khóa.',
  )
  expect(reportText('Đã', { ...lock, verb: 'kết thúc phiên của' }, 'tài khoản', report(1234, []))).toBe(
    'Đã kết thúc phiên của 1.234 tài khoản.',
  )
  expect(reportText('Đã', lock, 'tài khoản', { ...report(2, []), amount: 128_500_000 })).toBe(
    'Đã khóa 2 tài khoản, tổng 128.500.000 đ.',
  )
  expect(reportText('Sẽ', lock, 'tài khoản', report(0, ['Đã khóa từ trước']))).toBe(
    'Không thực hiện được với tài khoản nào; 1 bị bỏ qua: 1 đã khóa từ trước.',
  )
})
