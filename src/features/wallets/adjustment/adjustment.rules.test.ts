import { expect, test } from 'vitest'
import { adjustmentStatus } from './adjustment.contract.ts'
import { riskSignalsOf, whyNotApprove } from './adjustment.rules.ts'

const { waiting, done } = adjustmentStatus
const binh = { user_id: 2, handled_by: [] }

test('signals give the reason for a second person and problems of the wallet, and none once it is done', () => {
  const texts = (overrides: object = {}) =>
    riskSignalsOf({ status: waiting, adds_up: false, ...overrides }).map(({ text, tone }) => `${tone} ${text}`)
  expect(texts()).toEqual(['amber Quá hạn mức', 'amber Chờ người thứ hai'])
  expect(texts({ adds_up: true, wallet_status: 0, is_new_phone: true })).toEqual([
    'red Ví đang khóa',
    'amber Mới đổi SĐT',
    'amber Cộng dồn quá mức',
    'amber Chờ người thứ hai',
  ])
  expect(texts({ status: done, wallet_status: 0 })).toEqual([])
})

test('an adjustment of a locked wallet cannot be approved, and whyNotApprove says why', () => {
  const adjustment = { status: waiting, created_by: 1 }
  expect(whyNotApprove(adjustment, binh)).toBeNull()
  expect(whyNotApprove({ ...adjustment, wallet_status: 1 }, binh)).toBeNull()
  expect(whyNotApprove({ ...adjustment, wallet_status: 0 }, binh)).toMatch(/^Ví đang bị khóa/)
})
