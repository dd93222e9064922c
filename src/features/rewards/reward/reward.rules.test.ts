import { expect, test } from 'vitest'
import { rewardForm, rewardStatus } from './reward.contract.ts'
import { signalsOf } from './reward.rules.ts'

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
} satisfies Parameters<typeof signalsOf>[0]
const texts = (more: Partial<Parameters<typeof signalsOf>[0]>) =>
  signalsOf({ ...plain, ...more }).map(({ text }) => text)

test('a prize to the own account, paid there before, has nothing to be told', () => {
  expect(texts({})).toEqual([])
})

test('what stops it comes first, then whose account it is, who changed it, and how many must approve', () => {
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

test('whose account it is matters only where there is one, and nothing once it has ended', () => {
  expect(texts({ form: rewardForm.momo, account_name: 'TRAN VAN BINH' })).toEqual([])
  expect(texts({ full_name: null, account_name: 'TRAN VAN BINH' })).toEqual([])
  expect(texts({ status: rewardStatus.paid, changed_by: 7, is_first_to: true })).toEqual([])
})
