import { useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { momentText } from '#web/value/format.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { CancelEffectOf } from './cancel-effect.screen.tsx'
import { periodCancel } from './cancel.contract.ts'
import type { PeriodRow } from './period.contract.ts'

/** Shows the second person the effect of the cancellation before they confirm it. */
export default function ConfirmDialog({ row, onClose }: { row: PeriodRow; onClose: () => void }) {
  const { period_id, name, period_code, cancel_requested_at, cancel_requested_by_name, cancel_reason } = row
  const read = useRead(periodCancel.effect, { period_id })
  const cancel = useAct(periodCancel.confirm, {
    success: `Đã hủy kỳ ${period_code}. Các đơn đang được hoàn.`,
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Xác nhận hủy kỳ"
      description={`${name} · kỳ ${period_code}`}
      size="sm"
      // The usual 'Hủy' (cancel) of a dialog would read as cancelling the draw.
      footer={
        <>
          <Button onClick={onClose}>Để sau</Button>
          <Button
            variant="danger"
            busy={cancel.pending}
            whyNot={!read.data && (read.isPending ? 'Đang tính số đơn phải hoàn.' : 'Chưa đọc được số đơn phải hoàn.')}
            onClick={() => cancel.mutate({ period_id, cancel_requested_at: cancel_requested_at! })}
          >
            Xác nhận hủy kỳ
          </Button>
        </>
      }
    >
      <Stack>
        <Banner kind="info" title={`${cancel_requested_by_name} yêu cầu lúc ${momentText(cancel_requested_at!)}`}>
          {cancel_reason}
        </Banner>
        <CancelEffectOf read={read} />
        <Banner kind="warning" title="Không lấy lại được">
          Kỳ ngừng bán ngay. Tiền trả bằng ví về ví khách; đơn trả qua nguồn khác chờ xác nhận nguồn đã hoàn; đơn chưa
          thanh toán bị hủy.
        </Banner>
      </Stack>
    </Dialog>
  )
}
