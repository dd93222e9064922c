import { useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { CancelEffectOf } from './cancel-effect.screen.tsx'
import { periodCancel } from './cancel.contract.ts'
import type { PeriodRow } from './period.contract.ts'

export default function RequestDialog({ row, onClose }: { row: PeriodRow; onClose: () => void }) {
  const { period_id, name, period_code } = row
  const read = useRead(periodCancel.effect, { period_id })
  const request = useAct(periodCancel.ask, {
    success: `Đã yêu cầu hủy kỳ ${period_code}, chờ người khác xác nhận.`,
    onDone: onClose,
  })
  return (
    <ReasonDialog
      title="Yêu cầu hủy kỳ"
      description={`${name} · kỳ ${period_code}`}
      field={periodCancel.ask.input.shape.cancel_reason}
      emptyText="Hãy ghi lý do hủy."
      hint="Ai thông báo, theo văn bản nào"
      saveLabel="Gửi yêu cầu"
      saving={request.pending}
      onSubmit={(cancel_reason) => request.mutate({ period_id, cancel_reason })}
      onClose={onClose}
    >
      <CancelEffectOf read={read} />
      <Banner kind="info">Kỳ tiếp tục như bình thường cho tới khi một người khác xác nhận hủy.</Banner>
    </ReasonDialog>
  )
}
