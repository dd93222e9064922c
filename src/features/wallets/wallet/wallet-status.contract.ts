/** The states of a wallet. */
import { status } from '#contract/fields.ts'

export const walletStatus = { open: 1, locked: 0 } as const
export type WalletStatus = (typeof walletStatus)[keyof typeof walletStatus]

/** The field of a wallet's state. */
export const walletState = () =>
  status('Trạng thái', [
    [walletStatus.open, 'Hoạt động', 'green'],
    [walletStatus.locked, 'Đã khóa', 'red'],
  ])
