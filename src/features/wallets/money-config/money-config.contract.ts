/** The settings for money that staff and customers move: limits, fees, and the amounts from which on a second person is needed. */
import * as z from 'zod/mini'
import { calls, read, write } from '#contract/call.ts'
import { count, id, moment, payable, rate, text } from '#contract/fields.ts'
import { depositPage, fundPage, moneyConfigPage, walletPage } from '#features/wallets/pages.contract.ts'

const positive = (label: string) => payable(label).check(z.positive(`${label} phải lớn hơn 0`))

const settings = {
  bank_least: positive('Số tiền tối thiểu mỗi lần rút về ngân hàng'),
  bank_most: positive('Số tiền tối đa mỗi lần rút về ngân hàng'),
  bank_fee_fixed: payable('Phí cố định về ngân hàng'),
  /** Basis points of the amount, added to the fixed fee. */
  bank_fee_rate: rate('Phí theo tỷ lệ về ngân hàng'),
  momo_least: positive('Số tiền tối thiểu mỗi lần rút về MoMo'),
  momo_most: positive('Số tiền tối đa mỗi lần rút về MoMo'),
  momo_fee_fixed: payable('Phí cố định về MoMo'),
  momo_fee_rate: rate('Phí theo tỷ lệ về MoMo'),
  withdrawal_day_most: positive('Hạn mức rút mỗi khách mỗi ngày'),
  withdrawal_second_from: payable('Rút tiền cần người duyệt thứ hai từ'),
  deposit_hours: count('Thời hạn chờ tiền nạp (giờ)', 720).check(z.positive('Phải từ 1 giờ')),
  deposit_second_from: payable('Khớp thủ công tiền nạp cần người thứ hai từ'),
  adjustment_most: positive('Số tiền tối đa mỗi lần cộng, trừ'),
  adjustment_second_from: payable('Cộng, trừ tiền cần người thứ hai từ'),
}

/** The settings that need two persons: customers' limits, and the amounts from which on a second person decides. */
export const money_limits = [
  'bank_most',
  'momo_most',
  'withdrawal_day_most',
  'withdrawal_second_from',
  'deposit_second_from',
  'adjustment_most',
  'adjustment_second_from',
] as const

export const MoneyConfig = z.object({
  ...settings,
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
})
export const MoneyConfigDraft = z.object({ ...settings, version: id('Phiên bản') })

export const moneyConfig = calls('cms/reward_config', {
  get: read('GET getWithdrawal', {
    title: 'Cấu hình rút tiền',
    // Everybody who moves money may see its limits.
    may: [moneyConfigPage.view, walletPage.view, depositPage.view, fundPage.view],
    output: MoneyConfig,
  }),
  /** Fees and other settings are saved at once; a changed limit becomes a request that a second person confirms. */
  save: write('POST saveWithdrawal', {
    stepUp: true,
    title: 'Lưu cấu hình rút tiền',
    may: moneyConfigPage.update,
    input: MoneyConfigDraft,
    output: MoneyConfig,
    errors: ['changed_by_other', 'minimum_exceeds_maximum', 'no_right', 'request_pending'],
  }),
})
