import { useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { walletName, type WalletRow } from './wallet-row.screen.tsx'
import { wallets } from './wallet.contract.ts'
import { walletStatus } from './wallet-status.contract.ts'

export default function StatusDialog({ wallet, onClose }: { wallet: WalletRow; onClose: () => void }) {
  const { account_id, version } = wallet
  const locks = wallet.status === walletStatus.open
  const verb = locks ? 'Khóa ví' : 'Mở khóa ví'
  const update = useAct(wallets.updateStatus, {
    success: locks ? 'Đã khóa ví.' : 'Đã mở khóa ví.',
    invalidates: money_lists,
    onDone: onClose,
  })
  return (
    <ReasonDialog
      title={verb}
      description={walletName(wallet)}
      about={account_id}
      field={wallets.updateStatus.input.shape.reason}
      emptyText="Hãy ghi lý do."
      saveLabel={verb}
      saving={update.pending}
      onSubmit={(reason) =>
        update.mutate({ account_id, version, reason, status: locks ? walletStatus.locked : walletStatus.open })
      }
      onClose={onClose}
    >
      <Text>
        {locks
          ? 'Khi ví bị khóa, khách không nạp, rút được và nhân viên không cộng, trừ được cho đến khi mở khóa.'
          : 'Khách lại nạp, rút và dùng tiền trong ví được.'}
      </Text>
    </ReasonDialog>
  )
}
