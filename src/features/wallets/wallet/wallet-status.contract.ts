/** The owner and the states of a wallet. */
import { customerPhone, id, status, text } from '#contract/fields.ts'

export const walletStatus = { open: 1, locked: 0 } as const
export type WalletStatus = (typeof walletStatus)[keyof typeof walletStatus]

/** The field of a wallet's state. */
export const walletState = () =>
  status('Trạng thái', [
    [walletStatus.open, 'Hoạt động', 'green'],
    [walletStatus.locked, 'Đã khóa', 'red'],
  ])

export const walletOwner = { account_id: id('Ví'), msisdn: customerPhone('SĐT'), full_name: text('Khách hàng', 100) }
