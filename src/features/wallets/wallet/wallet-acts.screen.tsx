/** What can be done to a wallet, the same in the list and beside its details; with the dialogs that it takes. */
import { useState } from 'react'
import type { RowAct } from '#web/act.tsx'
import { HistoryDrawer } from '#web/history.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { adjustmentDirection, type AdjustmentDirection } from '#features/wallets/adjustment/adjustment.contract.ts'
import { touched } from '#features/wallets/touched.rules.ts'
import { walletName, type WalletRow } from './wallet-row.screen.tsx'
import { accountWallet, walletStatus } from './wallet.contract.ts'
import { whyNotMove } from './wallet.rules.ts'

const AdjustDialog = lazyPart(() => import('#features/wallets/adjustment/adjust-dialog.screen.tsx'))
const StatusDialog = lazyPart(() => import('./wallet-status.screen.tsx'))

type Asking = { wallet: WalletRow; act: AdjustmentDirection | 'status' | 'history' }

export function useWalletActs() {
  const [asking, ask] = useState<Asking | null>(null)
  const actsOf = (wallet: WalletRow): RowAct[] => [
    {
      call: accountWallet.increasedAmount,
      label: 'Cộng tiền',
      icon: 'plus',
      whyNot: whyNotMove(wallet),
      run: () => ask({ wallet, act: adjustmentDirection.increase }),
    },
    {
      call: accountWallet.decreasedAmount,
      label: 'Trừ tiền',
      icon: 'minus',
      whyNot: whyNotMove(wallet) ?? (wallet.available === 0 && 'Ví không có tiền khả dụng.'),
      run: () => ask({ wallet, act: adjustmentDirection.decrease }),
    },
    {
      call: accountWallet.updateStatus,
      label: wallet.status === walletStatus.open ? 'Khóa ví' : 'Mở khóa ví',
      icon: wallet.status === walletStatus.open ? 'lock' : 'unlock',
      danger: wallet.status === walletStatus.open,
      run: () => ask({ wallet, act: 'status' }),
    },
    {
      call: accountWallet.list,
      label: 'Lịch sử thay đổi',
      icon: 'history',
      run: () => ask({ wallet, act: 'history' }),
    },
  ]
  const done = () => ask(null)
  return { actsOf, dialogs: asking && <AskedDialog {...asking} onClose={done} /> }
}

const adjusting = {
  [adjustmentDirection.increase]: { call: accountWallet.increasedAmount, verb: 'Cộng tiền' },
  [adjustmentDirection.decrease]: { call: accountWallet.decreasedAmount, verb: 'Trừ tiền' },
}

function AskedDialog({ wallet, act, onClose }: Asking & { onClose: () => void }) {
  const { account_id, balance, available } = wallet
  if (act === 'status') return <StatusDialog wallet={wallet} onClose={onClose} />
  if (act === 'history')
    return <HistoryDrawer table="wallet_account" id={account_id} title={walletName(wallet)} onClose={onClose} />
  return (
    <AdjustDialog
      {...adjusting[act]}
      of="wallet"
      direction={act}
      owner={{ account_id }}
      name={walletName(wallet)}
      balance={balance}
      available={available}
      touches={touched}
      onClose={onClose}
    />
  )
}
