import { useAct } from '#web/act.tsx'
import { dayText, numberText } from '#web/format.ts'
import { ReasonDialog } from '#web/reason-dialog.tsx'
import { Text } from '#web/ui/text.tsx'
import { touched } from '#features/tickets/touched.rules.ts'
import type { Slip } from './slip.screen.tsx'
import { ticketImport } from './ticket-import.contract.ts'

/** Whoever made the slip reads why it is gone. */
export default function DeleteDialog(props: { slip: Slip; onClose: () => void; onDeleted: () => void }) {
  const { slip, onClose, onDeleted } = props
  const { ticket_import_id, version, import_code, area_name, open_date, quantity } = slip
  const remove = useAct(ticketImport.delete, {
    done: `Đã xóa phiếu ${import_code}.`,
    touches: touched,
    onDone: () => {
      onClose()
      onDeleted()
    },
  })
  return (
    <ReasonDialog
      title={`Xóa phiếu ${import_code}`}
      field={ticketImport.delete.input.shape.reason}
      ask="Hãy ghi lý do để người lập phiếu biết."
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
