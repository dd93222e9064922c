/** What can be done to a wallet now: the screen shows it, the server refuses with it. */
import { walletStatus, type WalletStatus } from './wallet.contract.ts'

/** A locked wallet's money does not move, whoever wishes it. */
export function whyNotMove({ status }: { status: WalletStatus }): string | null {
  return status === walletStatus.locked ? 'Ví đang bị khóa. Hãy mở khóa ví trước.' : null
}
