/**
 * The funds that withdrawals and prizes are paid from, one at each gateway: the balance in our books, the balance that the gateway reports, and their
 * movements.
 */
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
import { fundPage, fundHistoryPage } from '#features/wallets/pages.contract.ts'

/** The gateway that keeps a fund. */
export const gateway = () =>
  choice('Cổng chi trả', [
    [1, 'Ngân hàng'],
    [2, 'MoMo'],
    [3, 'Viettel Money'],
  ])
export type Gateway = 1 | 2 | 3

/** The fund that prizes are paid from, by any method: it is at no gateway. */
export const prize_fund = 9

/** Who keeps the fund: a gateway, or the business itself. */
const keeper = () =>
  choice('Cổng chi trả', [
    [1, 'Ngân hàng'],
    [2, 'MoMo'],
    [3, 'Viettel Money'],
    [prize_fund, 'Trả thưởng'],
  ])
export type FundKeeper = Gateway | typeof prize_fund

export const fundFields = {
  account_id: id('Quỹ'),
  account_code: text('Mã quỹ', 20),
  account_name: text('Tên quỹ', 100),
  gateway: keeper(),
}

export const Fund = z.object({
  ...fundFields,
  balance: balance('Số dư theo sổ'),
  /** The amount that may be taken out, without decreases that wait for a second person. */
  available: balance('Rút được'),
  reported_balance: z.nullable(balance('Số dư tại cổng')),
  reported_at: z.nullable(moment('Cập nhật lúc')),
  /** The reported balance minus ours. */
  difference: z.nullable(moneyChange('Chênh lệch')),
  /** Open withdrawals and rewards; of the prize fund waiting decreases too. */
  promised: money('Chờ chi'),
  /** The remainder of the lower balance once all waiting payments are made. */
  free: balance('Còn lại sau chờ chi'),
  warn_below: payable('Cảnh báo khi dưới'),
  is_low: flag('Sắp hết'),
  version: id('Phiên bản'),
})

export const FundEntry = z.object({
  entry_id: id('STT'),
  at: moment('Thời gian'),
  ...fundFields,
  balance_before: balance('Số trước'),
  amount: money('Số tiền'),
  balance_after: balance('Số sau'),
  reason: text('Nội dung', 1000),
  /** The code of an adjustment, withdrawal or reward; else null. */
  reference: z.nullable(text('Tham chiếu', 20)),
  adjustment_id: z.nullable(id('Điều chỉnh')),
  withdrawal_id: z.nullable(id('Yêu cầu rút')),
  reward_id: z.nullable(id('Giải thưởng')),
})

const key = { account_id: id('Quỹ') }

const movementTerms = {
  may: [fundHistoryPage.view, fundPage.view],
  input: search(
    { account_id: optional(id('Quỹ')), from_date: optional(day('Từ ngày')), to_date: optional(day('Đến ngày')) },
    ['at'],
  ),
  output: pageOf(FundEntry, ['amount']),
  errors: ['from_exceeds_to'],
} as const

export const funds = calls('cms/accountReward', {
  list: read('GET list', {
    title: 'Danh sách quỹ chi',
    may: [fundPage.view, fundHistoryPage.view],
    input: search({ is_low: optional(flag('Sắp hết')) }, ['account_name', 'balance']),
    output: pageOf(Fund, ['balance', 'promised']),
  }),
  transactionIncreased: read('GET transactionIncreased', { title: 'Tiền vào quỹ chi', ...movementTerms }),
  transactionDecreased: read('GET transactionDecreased', { title: 'Tiền ra khỏi quỹ chi', ...movementTerms }),
  update: write('POST update', {
    title: 'Sửa quỹ chi',
    may: fundPage.update,
    input: z.object({
      ...key,
      account_name: Fund.shape.account_name,
      warn_below: Fund.shape.warn_below,
      version: id('Phiên bản'),
    }),
    output: Fund,
    errors: ['not_found', 'changed_by_other'],
  }),
  /** Starts a job that queries the gateways' balances. */
  sync: write('POST sync', { title: 'Cập nhật số dư quỹ chi', may: fundPage.update, errors: ['no_right'] }),
})
