import { RejectDialog } from '#web/action/reject-dialog.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { periodCancel } from './cancel.contract.ts'
import type { PeriodRow } from './period.contract.ts'

export default function CancelReject({ row, onClose }: { row: PeriodRow; onClose: () => void }) {
  const { period_id, period_code, name, cancel_requested_at, cancel_requested_by } = row
  return (
    <RejectDialog
      call={periodCancel.reject}
      input={{ period_id, cancel_requested_at: cancel_requested_at! }}
      created_by={cancel_requested_by}
      request_name="yêu cầu hủy kỳ"
      description={`${name} · kỳ ${period_code}`}
      onClose={onClose}
    >
      <Text>Kỳ tiếp tục như bình thường.</Text>
    </RejectDialog>
  )
}
