import { expect, test } from 'vitest'
import { withdrawalStatus } from './withdrawal.contract.ts'
import { riskSignalsOf } from './withdrawal.rules.ts'

const plain = {
  status: withdrawalStatus.waiting,
  first_by: null,
  wallet_status: 1 as const,
  full_name: 'Nguyễn Thị Ánh',
  account_name: 'NGUYEN THI  ANH',
  is_first_to: false,
  is_new_phone: false,
  approvals_left: 1,
}
const texts = (overrides: Partial<Parameters<typeof riskSignalsOf>[0]>) =>
  riskSignalsOf({ ...plain, ...overrides }).map(({ text }) => text)

test('a request to an account in the name of the customer that was paid before has no signals', () => {
  expect(texts({})).toEqual([])
})

test('signals are a locked wallet, another holder, a new account or number and a second person, the gravest first', () => {
  expect(texts({ account_name: 'TRAN VAN BINH' })).toEqual(['Khác tên'])
  expect(texts({ is_first_to: true })).toEqual(['Lần đầu về tài khoản này'])
  expect(texts({ approvals_left: 2, wallet_status: 0, account_name: 'TRAN VAN BINH' })).toEqual([
    'Ví đang khóa',
    'Khác tên',
    'Cần 2 người duyệt',
  ])
  expect(texts({ is_new_phone: true })).toEqual(['Mới đổi SĐT'])
  expect(texts({ first_by: 7 })).toEqual(['Chờ người thứ hai'])
})

test('an ended withdrawal has no signals', () => {
  for (const status of [withdrawalStatus.done, withdrawalStatus.rejected, withdrawalStatus.cancelled])
    expect(texts({ status, is_first_to: true, account_name: 'TRAN VAN BINH' })).toEqual([])
})
