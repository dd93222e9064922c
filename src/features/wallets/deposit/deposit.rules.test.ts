import { expect, test } from 'vitest'
import { depositStatus } from './deposit.contract.ts'
import { riskSignalsOf } from './deposit.rules.ts'

const plain = {
  status: depositStatus.waiting,
  full_name: 'Nguyễn Thị Ánh',
  payer_name: null,
  amount: 500_000,
  line_amount: null,
  wallet_status: 1,
  is_new_phone: false,
  needs_two: false,
} satisfies Parameters<typeof riskSignalsOf>[0]
const texts = (overrides: Partial<Parameters<typeof riskSignalsOf>[0]>) =>
  riskSignalsOf({ ...plain, ...overrides }).map(({ text }) => text)

test('a request that waits for its money has no signals unless it needs two persons', () => {
  expect(texts({})).toEqual([])
  expect(texts({ needs_two: true })).toEqual(['Cần 2 người duyệt'])
})

test('a matched request has signals for another amount or name, a new number, a locked wallet and a second person', () => {
  const matched = { status: depositStatus.matched, line_amount: 500_000, payer_name: 'NGUYEN THI  ANH' }
  expect(texts(matched)).toEqual(['Chờ người thứ hai'])
  expect(texts({ ...matched, payer_name: 'TRAN VAN BINH', line_amount: 450_000, needs_two: true })).toEqual([
    'Khác số tiền',
    'Khác tên',
    'Chờ người thứ hai',
  ])
  expect(texts({ ...matched, wallet_status: 0, is_new_phone: true })).toEqual([
    'Ví đang khóa',
    'Mới đổi SĐT',
    'Chờ người thứ hai',
  ])
})

test('an ended request has no signals', () => {
  for (const status of [depositStatus.done, depositStatus.rejected, depositStatus.closed])
    expect(texts({ status, wallet_status: 0, needs_two: true })).toEqual([])
})
