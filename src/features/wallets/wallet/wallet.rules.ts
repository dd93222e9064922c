/** Why an act on a wallet is not possible: the screen shows it, the server refuses with it. */
import { walletStatus, type WalletStatus } from './wallet-status.contract.ts'

/** Money does not move into or out of a locked wallet. */
export function whyNotMove({ status }: { status: WalletStatus }): string | null {
  return status === walletStatus.locked ? 'Ví đang bị khóa. Hãy mở khóa ví trước.' : null
}
