/** Deletes a ticket group; one on sale is returned, and the stock keeps the reason. */
import { useAct } from '#web/action/act.tsx'
import { numberText } from '#web/value/format.ts'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { ticketsText, type TicketGroupRow } from './group-texts.screen.tsx'
import { ticketGroupStatus, ticketGroup } from './ticket-group.contract.ts'

export default function DeleteDialog(props: { group: TicketGroupRow; onClose: () => void; onDeleted: () => void }) {
  const { group, onClose, onDeleted } = props
  const { ticket_group_id, version, group_code, base_name, import_code } = group
  const isStock = group.status !== ticketGroupStatus.waiting
  const remove = useAct(ticketGroup.delete, {
    done: isStock ? `Đã xóa cặp ${group_code}, vé đã hoàn.` : `Đã xóa cặp ${group_code} khỏi phiếu ${import_code}.`,
    invalidates: invalidated,
    onDone: () => {
      onClose()
      onDeleted()
    },
  })
  const title = `Xóa cặp ${group_code}`
  const tickets = <Text>{ticketsText(group)}.</Text>
  if (isStock)
    return (
      <ReasonDialog
        title={title}
        field={ticketGroup.delete.input.shape.reason}
        ask="Hãy ghi lý do; lý do được lưu trong lịch sử kho."
        saveLabel={`Xóa và hoàn ${numberText(group.in_stock)} vé`}
        saving={remove.pending}
        onSubmit={(reason) => remove.mutate({ ticket_group_id, version, reason })}
        onClose={onClose}
      >
        {tickets}
        <Banner kind="warning">
          {`Cặp đang mở bán và chưa bán vé nào. ${numberText(group.in_stock)} vé sẽ được hoàn khỏi ${base_name}; không hoàn tác được.`}
        </Banner>
      </ReasonDialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="sm"
      saveLabel="Xóa cặp"
      saving={remove.pending}
      onSubmit={() => remove.mutate({ ticket_group_id, version })}
    >
      <Stack>
        {tickets}
        <Text tone="muted">
          {`Cặp sẽ bị bỏ khỏi phiếu ${import_code}. Bạn trở thành người sửa phiếu nên không được duyệt phiếu này; nếu phiếu không còn cặp nào, phiếu cũng bị xóa.`}
        </Text>
      </Stack>
    </Dialog>
  )
}
