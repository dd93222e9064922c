import { useAct } from '#web/action/act.tsx'
import { dayText, numberText } from '#web/value/format.ts'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import type { Slip } from './slip.screen.tsx'
import { ticketImport } from './ticket-import.contract.ts'

/** Requires a reason, which the slip's maker will read. */
export default function DeleteDialog(props: { slip: Slip; onClose: () => void; onDeleted: () => void }) {
  const { slip, onClose, onDeleted } = props
  const { ticket_import_id, version, import_code, area_name, open_date, quantity } = slip
  const remove = useAct(ticketImport.delete, {
    success: `Đã xóa phiếu ${import_code}.`,
    invalidates: invalidated,
    onDone: () => {
      onClose()
      onDeleted()
    },
  })
  return (
    <ReasonDialog
      title={`Xóa phiếu ${import_code}`}
      field={ticketImport.delete.input.shape.reason}
      emptyText="Hãy ghi lý do để người lập phiếu biết."
      saveLabel="Xóa phiếu"
      saving={remove.pending}
      onSubmit={(reason) => remove.mutate({ ticket_import_id, version, reason })}
      onClose={onClose}
    >
      <Text>
        {numberText(quantity)} vé {area_name} mở thưởng {dayText(open_date)}. Phiếu đã xóa vẫn xem lại được nhưng không
        duyệt được nữa.
      </Text>
    </ReasonDialog>
  )
}
