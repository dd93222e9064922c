import { expect, test } from 'vitest'
import { buttonText, doneText, reportText, skippedText, waitingText, type Report } from './bulk-text.ts'

const lock = { value: 'lock', label: 'Khóa', icon: 'lock' } as const
const report = (done: number, reasons: readonly string[]): Report => ({
  done,
  skipped: reasons.length,
  rows: reasons.map((reason, id) => ({ id, label: 'A', outcome: 'skipped', reason })),
})

test('the preview of a bulk action counts rows to do, rows for a second person, and skipped rows by reason', () => {
  const some = report(47, ['Không thể tự khóa.', 'Đã khóa từ trước', 'Đã khóa từ trước'])
  expect(doneText('Sẽ', lock, 'tài khoản', some)).toBe('Sẽ khóa 47 tài khoản')
  expect(skippedText(some)).toBe('3 bị bỏ qua: 2 đã khóa từ trước, 1 không thể tự khóa')
  expect(waitingText({ ...some, waiting: 2, waiting_amount: 40_000_000 })).toBe(
    '2 chờ người thứ hai, tổng 40.000.000 đ',
  )
})

test('the report of a bulk action is one sentence with its counts, sums and reasons', () => {
  const ends = { ...lock, verb: 'kết thúc phiên của' }
  expect(reportText(ends, 'tài khoản', report(1234, []))).toBe('Đã kết thúc phiên của 1.234 tài khoản.')
  const paid = { ...report(2, ['Ví đang khóa.']), amount: 128_500_000, waiting: 1, waiting_amount: 20_640_000 }
  expect(reportText(lock, 'tài khoản', paid)).toBe(
    'Đã khóa 2 tài khoản, tổng 128.500.000 đ; 1 chờ người thứ hai, tổng 20.640.000 đ; 1 bị bỏ qua: 1 ví đang khóa.',
  )
  expect(reportText(lock, 'tài khoản', report(0, ['Đã khóa từ trước']))).toBe(
    'Không thực hiện được với tài khoản nào; 1 bị bỏ qua: 1 đã khóa từ trước.',
  )
})

test('the button of a bulk action shows count, sum and what waits for a second person', () => {
  const pay = { value: 'process', label: 'Chi', icon: 'check' } as const
  const some = { ...report(10, []), amount: 5_640_000 }
  expect(buttonText(pay, ' yêu cầu', some)).toBe('Chi 10 yêu cầu · 5.640.000 đ')
  expect(buttonText(pay, ' yêu cầu', { ...some, waiting: 1 })).toBe('Chi 10 yêu cầu · 5.640.000 đ; 1 chờ người thứ hai')
  const large = { ...report(0, []), waiting: 1, waiting_amount: 20_640_000 }
  expect(buttonText(pay, ' yêu cầu', large)).toBe('Duyệt lần một 1 yêu cầu · 20.640.000 đ')
  expect(buttonText({ ...lock, verb: 'kết thúc phiên của' }, ' tài khoản', report(2, []))).toBe(
    'Kết thúc phiên của 2 tài khoản',
  )
  expect(buttonText(pay, ' yêu cầu', undefined)).toBe('Chi')
})
