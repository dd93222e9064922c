/** A wallet as the screens use it. */
import { phoneText } from '#web/value/format.ts'
import type { RowOf } from '#web/list/use-list.ts'
import type { wallets } from './wallet.contract.ts'

export type WalletRow = RowOf<typeof wallets.list>

/** A customer's name for people. */
export const walletName = ({ full_name, msisdn }: Pick<WalletRow, 'full_name' | 'msisdn'>) =>
  `${full_name} · ${phoneText(msisdn)}`
