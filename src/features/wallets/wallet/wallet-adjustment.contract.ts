/** Manual changes of the balance of a wallet, large ones approved by a second person. */
import * as z from 'zod/mini'
import { calls, pageOf, read, search, write } from '#contract/call.ts'
import { activation, flag, id, optional } from '#contract/fields.ts'
import {
  adjustment_errors,
  adjustmentDraft,
  adjustmentFields,
  adjustmentFilters,
  Approval,
  decision_errors,
  Rejection,
} from '#features/wallets/adjustment/adjustment.contract.ts'
import { walletPage } from '#features/wallets/pages.contract.ts'
import { walletOwner } from './wallet-status.contract.ts'

export const WalletAdjustment = z.object({
  ...walletOwner,
  /** 0: the wallet is locked. */
  wallet_status: activation('Ví'),
  is_new_phone: flag('Mới đổi SĐT'),
  ...adjustmentFields,
})

const adjusting = {
  may: walletPage.approve,
  input: z.object({ account_id: id('Ví'), ...adjustmentDraft }),
  output: WalletAdjustment,
  errors: adjustment_errors,
} as const

export const walletAdjustment = calls('cms/accountWallet', {
  increase: write('POST increasedAmount', { title: 'Cộng tiền vào ví', stepUp: true, ...adjusting }),
  decrease: write('POST decreasedAmount', { title: 'Trừ tiền của ví', stepUp: true, ...adjusting }),
  list: read('GET adjustment/list', {
    title: 'Danh sách điều chỉnh số dư ví',
    may: walletPage.view,
    input: search({ account_id: optional(id('Ví')), ...adjustmentFilters }, ['created_at', 'amount']),
    output: pageOf(WalletAdjustment, ['amount']),
    errors: ['from_exceeds_to'],
  }),
  approve: write('POST adjustment/approve', {
    stepUp: true,
    title: 'Duyệt điều chỉnh số dư ví',
    may: walletPage.approve,
    input: Approval,
    output: WalletAdjustment,
    errors: decision_errors,
  }),
  reject: write('POST adjustment/reject', {
    title: 'Từ chối điều chỉnh số dư ví',
    may: walletPage.approve,
    input: Rejection,
    output: WalletAdjustment,
    errors: decision_errors,
  }),
})
