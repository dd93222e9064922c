import { useAct } from '#web/act.tsx'
import { ReasonDialog } from '#web/reason-dialog.tsx'
import { Text } from '#web/ui/text.tsx'
import { moneyText } from '#contract/money-text.ts'
import { adjustmentDirection, Rejection } from './adjustment.contract.ts'
import type { Decided, RejectCall } from './decisions.screen.tsx'

interface RejectDialogProps {
  call: RejectCall
  adjustment: Decided
  /** Whoever made it takes it back. */
  isOwn: boolean
  name: string
  touches: readonly string[]
  onClose: () => void
}

export default function RejectDialog({ call, adjustment, isOwn, name, touches, onClose }: RejectDialogProps) {
  const { adjustment_id, adjustment_code, version, amount, direction } = adjustment
  const verb = isOwn ? 'Rút lại' : 'Từ chối'
  const reject = useAct(call, { done: `${verb} ${adjustment_code}: xong.`, touches, onDone: onClose })
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
