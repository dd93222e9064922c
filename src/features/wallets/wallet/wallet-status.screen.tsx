import { useState } from 'react'
import { useAct } from '#web/act.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { Text } from '#web/ui/text.tsx'
import { infoOf, shapeOf } from '#contract/fields.ts'
import { touched } from '#features/wallets/touched.rules.ts'
import { walletName, type WalletRow } from './wallet-row.screen.tsx'
import { accountWallet, walletStatus } from './wallet.contract.ts'

const { label, max = 0 } = infoOf(shapeOf(accountWallet.updateStatus.input).reason!)!

export default function StatusDialog({ wallet, onClose }: { wallet: WalletRow; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { account_id, version } = wallet
  const locks = wallet.status === walletStatus.open
  const verb = locks ? 'Khóa ví' : 'Mở khóa ví'
  const update = useAct(accountWallet.updateStatus, {
    done: locks ? 'Đã khóa ví.' : 'Đã mở khóa ví.',
    touches: touched,
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={verb}
      description={walletName(wallet)}
      size="sm"
      dirty={reason !== ''}
      saveLabel={verb}
      saving={update.pending}
      saveWhyNot={reason.trim() === '' && 'Hãy ghi lý do.'}
      onSubmit={() =>
        update.mutate({ account_id, version, reason, status: locks ? walletStatus.locked : walletStatus.open })
      }
    >
      <Stack>
        <Text>
          {locks
            ? 'Tiền trong ví đã khóa không nạp, rút, cộng hay trừ được cho đến khi mở lại.'
            : 'Khách nạp, rút và dùng tiền trong ví trở lại.'}
        </Text>
        <Field label={label} required>
          <TextArea value={reason} onChange={setReason} limit={max} rows={3} />
        </Field>
      </Stack>
    </Dialog>
  )
}
