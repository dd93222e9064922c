import { useState } from 'react'
import { useAct } from '#web/act.tsx'
import { textOf } from '#web/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { Text } from '#web/ui/text.tsx'
import { infoOf } from '#contract/fields.ts'
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

const { label, max = 0 } = infoOf(Rejection.shape.reason)!

export default function RejectDialog({ call, adjustment, isOwn, name, touches, onClose }: RejectDialogProps) {
  const [reason, setReason] = useState('')
  const { adjustment_id, adjustment_code, version, amount, direction } = adjustment
  const verb = isOwn ? 'Rút lại' : 'Từ chối'
  const reject = useAct(call, { done: `${verb} ${adjustment_code}: xong.`, touches, onDone: onClose })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${verb} ${adjustment_code}`}
      description={name}
      size="sm"
      dirty={reason !== ''}
      saveLabel={verb}
      saving={reject.pending}
      saveWhyNot={reason.trim() === '' && 'Hãy ghi lý do.'}
      onSubmit={() => reject.mutate({ adjustment_id, version, reason })}
    >
      <Stack>
        <Text>
          {direction === adjustmentDirection.increase ? 'Cộng' : 'Trừ'} {textOf({ kind: 'money', label: '' }, amount)}{' '}
          sẽ không được thực hiện.
          {direction === adjustmentDirection.decrease && ' Tiền đang tạm giữ được trả về khả dụng.'}
        </Text>
        <Field label={label} required>
          <TextArea value={reason} onChange={setReason} limit={max} rows={3} />
        </Field>
      </Stack>
    </Dialog>
  )
}
