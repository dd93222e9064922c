import { useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { useRights } from '#web/session/rights.ts'
import { dayText } from '#web/value/format.ts'
import { whyNot } from '#contract/lifecycle.ts'
import { Text } from '#web/ui/layout/text.tsx'
import { closeLife, dayClose, type DayCloseFull } from './day-close.contract.ts'

interface ReopenProps {
  closing: DayCloseFull
  open: boolean
  onClose: () => void
}

export default function Reopen({ closing, open, onClose }: ReopenProps) {
  const { me } = useRights()
  const { day, reopen_by } = closing
  const is_second = reopen_by !== null
  const reopen = useAct(dayClose.reopen, {
    success: is_second ? `Đã mở lại ngày ${dayText(day)}.` : 'Đã đề nghị. Cần quản trị viên thứ hai đồng ý.',
    onDone: onClose,
  })
  if (!open) return null
  return (
    <ReasonDialog
      title={`Mở lại ngày ${dayText(day)}`}
      field={dayClose.reopen.input.shape.reason}
      emptyText="Hãy ghi lý do mở lại."
      hint="Ai cũng thấy lý do này về sau"
      saveLabel={is_second ? 'Đồng ý mở lại' : 'Đề nghị mở lại'}
      saving={reopen.pending}
      whyNot={whyNot(closeLife.moves.reopen, closing, me)?.message ?? null}
      onSubmit={(reason) => reopen.mutate({ day, reason })}
      onClose={onClose}
    >
      <Text>
        Hai quản trị viên mở lại được một ngày. Hai chữ ký mất giá trị, ngày phải được tính và ký lại; việc này đứng mãi
        trong diễn biến.
      </Text>
    </ReasonDialog>
  )
}
