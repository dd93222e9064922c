/** The acts on a wallet, for the list and the details, with their dialogs. */
import { useState } from 'react'
import type { RowAct } from '#web/action/act.tsx'
import { HistoryDrawer } from '#web/record/history.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { adjustmentDirection, type AdjustmentDirection } from '#features/wallets/adjustment/adjustment.contract.ts'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { walletName, type WalletRow } from './wallet-row.screen.tsx'
import { wallets } from './wallet.contract.ts'
import { walletAdjustment } from './wallet-adjustment.contract.ts'
import { walletStatus } from './wallet-status.contract.ts'
import { whyNotMove } from './wallet.rules.ts'

const AdjustDialog = lazyPart(() => import('#features/wallets/adjustment/adjust-dialog.screen.tsx'))
const StatusDialog = lazyPart(() => import('./wallet-status.screen.tsx'))

type OpenDialog = { wallet: WalletRow; act: AdjustmentDirection | 'status' | 'history' }

export function useWalletActs() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const actsOf = (wallet: WalletRow): RowAct[] => [
    {
      call: walletAdjustment.increase,
      label: 'Cộng tiền',
      icon: 'plus',
      whyNot: whyNotMove(wallet),
      run: () => setDialog({ wallet, act: adjustmentDirection.increase }),
    },
    {
      call: walletAdjustment.decrease,
      label: 'Trừ tiền',
      icon: 'minus',
      whyNot: whyNotMove(wallet) ?? (wallet.available === 0 && 'Ví không có tiền khả dụng.'),
      run: () => setDialog({ wallet, act: adjustmentDirection.decrease }),
    },
    {
      call: wallets.updateStatus,
      label: wallet.status === walletStatus.open ? 'Khóa ví' : 'Mở khóa ví',
      icon: wallet.status === walletStatus.open ? 'lock' : 'unlock',
      danger: wallet.status === walletStatus.open,
      run: () => setDialog({ wallet, act: 'status' }),
    },
    {
      call: wallets.list,
      label: 'Lịch sử thay đổi',
      icon: 'history',
      run: () => setDialog({ wallet, act: 'history' }),
    },
  ]
  return { actsOf, dialogs: dialog && <WalletDialog {...dialog} onClose={() => setDialog(null)} /> }
}

const adjustCalls = {
  [adjustmentDirection.increase]: { call: walletAdjustment.increase, verb: 'Cộng tiền' },
  [adjustmentDirection.decrease]: { call: walletAdjustment.decrease, verb: 'Trừ tiền' },
}

function WalletDialog({ wallet, act, onClose }: OpenDialog & { onClose: () => void }) {
  const { account_id, balance, available } = wallet
  if (act === 'status') return <StatusDialog wallet={wallet} onClose={onClose} />
  if (act === 'history')
    return <HistoryDrawer table="wallet_account" id={account_id} title={walletName(wallet)} onClose={onClose} />
  return (
    <AdjustDialog
      {...adjustCalls[act]}
      kind="wallet"
      direction={act}
      owner={{ account_id }}
      name={walletName(wallet)}
      balance={balance}
      available={available}
      invalidates={money_lists}
      onClose={onClose}
    />
  )
}
