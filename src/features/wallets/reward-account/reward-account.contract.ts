/** The funds that withdrawals are paid from, one at each gateway: what lies there by our books and by the gateway's word, and what moved. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import {
  balance,
  choice,
  day,
  flag,
  id,
  moment,
  money,
  moneyChange,
  optional,
  payable,
  text,
} from '#contract/fields.ts'
import {
  adjustErrors,
  adjustmentDirection,
  adjustmentDraft,
  adjustmentFields,
  adjustmentFilters,
  Approval,
  decisionErrors,
  Rejection,
} from '#features/wallets/adjustment/adjustment.contract.ts'
import { rewardAccountPage, rewardHistoryPage } from '#features/wallets/pages.contract.ts'

/** The gateway that keeps a fund; the number is kept. */
export const gateway = () =>
  choice('Cổng chi trả', [
    [1, 'Ngân hàng'],
    [2, 'MoMo'],
  ])
export type Gateway = 1 | 2

const fund = {
  account_id: id('Quỹ'),
  account_code: text('Mã quỹ', 20),
  account_name: text('Tên quỹ', 100),
  gateway: gateway(),
}

export const RewardAccount = z.object({
  ...fund,
  balance: balance('Số dư theo sổ'),
  /** What may be taken out: what waits to be is gone already. */
  available: balance('Rút được'),
  told_balance: z.nullable(balance('Số dư tại cổng')),
  told_at: z.nullable(moment('Cập nhật lúc')),
  /** What the gateway told above our books. */
  difference: z.nullable(moneyChange('Chênh lệch')),
  /** Of withdrawals that have not ended. */
  promised: money('Chờ chi'),
  /** What is left when they are paid, by the lower of the two balances. */
  free: balance('Còn lại sau chờ chi'),
  warn_below: payable('Cảnh báo khi dưới'),
  is_low: flag('Sắp hết'),
  version: id('Phiên bản'),
})

export const RewardEntry = z.object({
  entry_id: id('STT'),
  at: moment('Thời gian'),
  ...fund,
  balance_before: balance('Số trước'),
  amount: money('Số tiền'),
  balance_after: balance('Số sau'),
  reason: text('Nội dung', 1000),
  /** The code of what it belongs to, with its number. */
  reference: z.nullable(text('Tham chiếu', 20)),
  adjustment_id: z.nullable(id('Điều chỉnh')),
  withdrawal_id: z.nullable(id('Yêu cầu rút')),
})

const direction = () =>
  choice('Loại', [
    [adjustmentDirection.increase, 'Nạp quỹ'],
    [adjustmentDirection.decrease, 'Rút quỹ'],
  ])

export const RewardAdjustment = z.object({ ...fund, ...adjustmentFields, direction: direction() })

const one = { account_id: id('Quỹ') }

const movements = {
  may: [rewardHistoryPage.view, rewardAccountPage.view],
  input: search(
    { account_id: optional(id('Quỹ')), from_date: optional(day('Từ ngày')), to_date: optional(day('Đến ngày')) },
    ['at'],
  ),
  output: pageOf(RewardEntry, ['amount']),
  errors: ['from_exceeds_to'],
} as const

const adjusting = {
  may: rewardAccountPage.approve,
  input: z.object({ ...one, ...adjustmentDraft }),
  output: RewardAdjustment,
  errors: adjustErrors,
} as const

export const accountReward = calls('cms/accountReward', {
  list: read('GET list', {
    title: 'Danh sách quỹ chi',
    may: [rewardAccountPage.view, rewardHistoryPage.view],
    input: search({ is_low: optional(flag('Sắp hết')) }, ['account_name', 'balance']),
    output: pageOf(RewardAccount, ['balance', 'promised']),
  }),
  transactionIncreased: read('GET transactionIncreased', { title: 'Tiền vào quỹ chi', ...movements }),
  transactionDecreased: read('GET transactionDecreased', { title: 'Tiền ra khỏi quỹ chi', ...movements }),
  update: write('POST update', {
    title: 'Sửa quỹ chi',
    may: rewardAccountPage.update,
    input: z.object({
      ...one,
      account_name: RewardAccount.shape.account_name,
      warn_below: RewardAccount.shape.warn_below,
      version: id('Phiên bản'),
    }),
    output: RewardAccount,
    errors: ['not_found', 'changed_by_other'],
  }),
  /** Notes that money was put into the fund at the gateway, or taken out of it. */
  increase: write('POST increase', { title: 'Nạp quỹ chi', ...adjusting }),
  decrease: write('POST decrease', { title: 'Rút quỹ chi', ...adjusting }),
  adjustments: read('GET adjustment/list', {
    title: 'Danh sách nạp, rút quỹ chi',
    may: rewardAccountPage.view,
    input: search({ account_id: optional(id('Quỹ')), ...adjustmentFilters, direction: optional(direction()) }, [
      'created_at',
      'amount',
    ]),
    output: pageOf(RewardAdjustment, ['amount']),
    errors: ['from_exceeds_to'],
  }),
  approveAdjustment: write('POST adjustment/approve', {
    title: 'Duyệt nạp, rút quỹ chi',
    may: rewardAccountPage.approve,
    input: Approval,
    output: RewardAdjustment,
    errors: decisionErrors,
  }),
  rejectAdjustment: write('POST adjustment/reject', {
    title: 'Từ chối nạp, rút quỹ chi',
    may: rewardAccountPage.approve,
    input: Rejection,
    output: RewardAdjustment,
    errors: decisionErrors,
  }),
  /** The gateways are asked soon after. */
  sync: write('POST sync', { title: 'Cập nhật số dư quỹ chi', may: rewardAccountPage.update, errors: ['no_right'] }),
})
