import { useAct } from '#web/act.tsx'
import { ReasonDialog } from '#web/reason-dialog.tsx'
import { Text } from '#web/ui/text.tsx'
import { touched } from '#features/tickets/touched.rules.ts'
import { slipText, type GroupSlip } from './group-words.screen.tsx'
import { ticketGroup } from './ticket-group.contract.ts'

/** Whoever made the slip reads why it is gone. */
export default function DeleteDialog(props: { slip: GroupSlip; onClose: () => void; onDeleted: () => void }) {
  const { slip, onClose, onDeleted } = props
  const { ticket_group_import_id, version, import_code } = slip
  const remove = useAct(ticketGroup.delete, {
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
      field={ticketGroup.delete.input.shape.reason}
      ask="Hãy ghi lý do để người lập phiếu biết."
      saveLabel="Xóa phiếu"
      saving={remove.pending}
      onSubmit={(reason) => remove.mutate({ ticket_group_import_id, version, reason })}
      onClose={onClose}
    >
      <Text>{slipText(slip)}. Phiếu và các cặp của phiếu vẫn xem lại được nhưng không duyệt được nữa.</Text>
    </ReasonDialog>
  )
}
