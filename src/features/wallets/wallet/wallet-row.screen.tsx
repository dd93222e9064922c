/** A wallet as the screens know it. */
import { phoneText } from '#web/format.ts'
import type { RowOf } from '#web/use-list.ts'
import type { accountWallet } from './wallet.contract.ts'

export type WalletRow = RowOf<typeof accountWallet.list>

/** A customer as staff speak of them. */
export const walletName = ({ full_name, msisdn }: Pick<WalletRow, 'full_name' | 'msisdn'>) =>
  `${full_name} · ${phoneText(msisdn)}`
