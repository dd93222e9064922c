import { useAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { ReasonDialog } from '#web/reason-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Effect } from './cancel-effect.screen.tsx'
import { periodCancel } from './cancel.contract.ts'
import type { PeriodRow } from './period.contract.ts'

export default function AskDialog({ row, onClose }: { row: PeriodRow; onClose: () => void }) {
  const { period_id, name, period_code } = row
  const read = useRead(periodCancel.effect, { period_id })
  const ask = useAct(periodCancel.ask, {
    done: `Đã yêu cầu hủy kỳ ${period_code}, chờ người khác xác nhận.`,
    onDone: onClose,
  })
  return (
    <ReasonDialog
      title="Yêu cầu hủy kỳ"
      description={`${name} · kỳ ${period_code}`}
      field={periodCancel.ask.input.shape.cancel_reason}
      ask="Hãy ghi lý do hủy."
      hint="Ai thông báo, theo văn bản nào"
      saveLabel="Gửi yêu cầu"
      saving={ask.pending}
      onSubmit={(cancel_reason) => ask.mutate({ period_id, cancel_reason })}
      onClose={onClose}
    >
      <Effect read={read} />
      <Banner kind="info">Kỳ tiếp tục như bình thường cho tới khi một người khác xác nhận hủy.</Banner>
    </ReasonDialog>
  )
}
