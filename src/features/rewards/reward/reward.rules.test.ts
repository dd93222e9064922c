import { expect, test } from 'vitest'
import { rewardForm, rewardStatus } from './reward.contract.ts'
import { riskSignalsOf } from './reward.rules.ts'

const plain = {
  status: rewardStatus.waiting,
  form: rewardForm.bank,
  trouble: null,
  full_name: 'Ngô Minh Uyên',
  account_name: 'NGO MINH UYEN',
  is_first_to: false,
  is_new_phone: false,
  changed_by: null,
  approvals_left: 1,
  first_by: null,
} satisfies Parameters<typeof riskSignalsOf>[0]
const texts = (overrides: Partial<Parameters<typeof riskSignalsOf>[0]>) =>
  riskSignalsOf({ ...plain, ...overrides }).map(({ text }) => text)

test("a prize to the winner's usual account has no signals", () => {
  expect(texts({})).toEqual([])
})

test('signals are ordered: problems, account, changed receiver, number of approvals', () => {
  expect(
    texts({
      trouble: 'Ví đang bị khóa',
      account_name: 'TRAN VAN BINH',
      is_first_to: true,
      is_new_phone: true,
      changed_by: 7,
      approvals_left: 2,
    }),
  ).toEqual([
    'Ví đang bị khóa',
    'Khác tên',
    'Lần đầu về tài khoản này',
    'Mới đổi SĐT',
    'Đã đổi người nhận',
    'Cần 2 người duyệt',
  ])
  expect(texts({ first_by: 7 })).toEqual(['Chờ người thứ hai'])
})

test('the account is a signal only for forms with one, and an ended reward has no signals', () => {
  expect(texts({ form: rewardForm.momo, account_name: 'TRAN VAN BINH' })).toEqual([])
  expect(texts({ full_name: null, account_name: 'TRAN VAN BINH' })).toEqual([])
  expect(texts({ status: rewardStatus.paid, changed_by: 7, is_first_to: true })).toEqual([])
})
