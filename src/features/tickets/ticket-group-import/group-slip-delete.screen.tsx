import { useAct } from '#web/action/act.tsx'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { slipText, type GroupSlipRow } from '#features/tickets/ticket-group/group-texts.screen.tsx'
import { ticketGroup } from '#features/tickets/ticket-group/ticket-group.contract.ts'

/** Requires a reason, which the slip's maker will read. */
export default function DeleteDialog(props: { slip: GroupSlipRow; onClose: () => void; onDeleted: () => void }) {
  const { slip, onClose, onDeleted } = props
  const { ticket_group_import_id, version, import_code } = slip
  const remove = useAct(ticketGroup.delete, {
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
      field={ticketGroup.delete.input.shape.reason}
      emptyText="Hãy ghi lý do để người lập phiếu biết."
      saveLabel="Xóa phiếu"
      saving={remove.pending}
      onSubmit={(reason) => remove.mutate({ ticket_group_import_id, version, reason })}
      onClose={onClose}
    >
      <Text>{slipText(slip)}. Phiếu và các cặp của phiếu vẫn xem lại được nhưng không duyệt được nữa.</Text>
    </ReasonDialog>
  )
}
