import { useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import type { Call } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { WalletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import {
  adjustmentDirection,
  Rejection,
  type AdjustmentDirection,
  type AdjustmentStatus,
} from './adjustment.contract.ts'

export interface DecidableAdjustment {
  adjustment_id: number
  adjustment_code: string
  direction: AdjustmentDirection
  amount: number
  reason: string
  status: AdjustmentStatus
  adds_up: boolean
  created_by: number
  created_by_name: string | null
  version: number
  /** For a wallet's adjustment. */
  wallet_status?: WalletStatus
  is_new_phone?: boolean
}

export type RejectCall = Call<'write', typeof Rejection>

interface RejectDialogProps {
  call: RejectCall
  adjustment: DecidableAdjustment
  /** The person who made it withdraws it. */
  isOwn: boolean
  name: string
  invalidates: readonly string[]
  onClose: () => void
}

export default function RejectDialog({ call, adjustment, isOwn, name, invalidates, onClose }: RejectDialogProps) {
  const { adjustment_id, adjustment_code, version, amount, direction } = adjustment
  const verb = isOwn ? 'Rút lại' : 'Từ chối'
  const reject = useAct(call, {
    success: `Đã ${verb.toLocaleLowerCase('vi')} ${adjustment_code}.`,
    invalidates,
    onDone: onClose,
  })
  return (
    <ReasonDialog
      title={`${verb} ${adjustment_code}`}
      description={name}
      field={Rejection.shape.reason}
      ask="Hãy ghi lý do."
      saveLabel={verb}
      saving={reject.pending}
      onSubmit={(reason) => reject.mutate({ adjustment_id, version, reason })}
      onClose={onClose}
    >
      <Text>
        {direction === adjustmentDirection.increase ? 'Cộng' : 'Trừ'} {moneyText(amount)} sẽ không được thực hiện.
        {direction === adjustmentDirection.decrease && ' Tiền đang tạm giữ được trả về khả dụng.'}
      </Text>
    </ReasonDialog>
  )
}
