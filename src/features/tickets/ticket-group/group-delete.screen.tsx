/** Removes a waiting ticket group from its slip. */
import { useAct } from '#web/action/act.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { ticketsText, type TicketGroupRow } from './group-texts.screen.tsx'
import { ticketGroup } from './ticket-group.contract.ts'

export default function DeleteDialog(props: { group: TicketGroupRow; onClose: () => void; onDeleted: () => void }) {
  const { group, onClose, onDeleted } = props
  const { ticket_group_id, version, group_code, import_code } = group
  const remove = useAct(ticketGroup.delete, {
    success: `Đã xóa cặp ${group_code} khỏi phiếu ${import_code}.`,
    invalidates: invalidated,
    onDone: () => {
      onClose()
      onDeleted()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Xóa cặp ${group_code}`}
      size="sm"
      saveLabel="Xóa cặp"
      saving={remove.pending}
      onSubmit={() => remove.mutate({ ticket_group_id, version })}
    >
      <Stack>
        <Text>{ticketsText(group)}.</Text>
        <Text tone="muted">
          {`Cặp sẽ bị bỏ khỏi phiếu ${import_code}. Bạn trở thành người sửa phiếu nên không được duyệt phiếu này; nếu phiếu không còn cặp nào, phiếu cũng bị xóa.`}
        </Text>
      </Stack>
    </Dialog>
  )
}
