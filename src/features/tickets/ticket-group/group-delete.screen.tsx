/** A set is taken away. On sale it goes back where it came from, and the stock keeps the reason. */
import { useAct } from '#web/act.tsx'
import { numberText } from '#web/format.ts'
import { ReasonDialog } from '#web/reason-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { touched } from '#features/tickets/touched.rules.ts'
import { ticketsText, type Group } from './group-words.screen.tsx'
import { groupStatus, ticketGroup } from './ticket-group.contract.ts'

export default function DeleteDialog(props: { set: Group; onClose: () => void; onDeleted: () => void }) {
  const { set, onClose, onDeleted } = props
  const { ticket_group_id, version, group_code, base_name, import_code } = set
  const isStock = set.status !== groupStatus.waiting
  const remove = useAct(ticketGroup.delete, {
    done: isStock ? `Đã xóa cặp ${group_code}, vé đã hoàn.` : `Đã xóa cặp ${group_code} khỏi phiếu ${import_code}.`,
    touches: touched,
    onDone: () => {
      onClose()
      onDeleted()
    },
  })
  const title = `Xóa cặp ${group_code}`
  const tickets = <Text>{ticketsText(set)}.</Text>
  if (isStock)
    return (
      <ReasonDialog
        title={title}
        field={ticketGroup.delete.input.shape.reason}
        ask="Hãy ghi lý do; lý do được lưu trong lịch sử kho."
        saveLabel={`Xóa và hoàn ${numberText(set.in_stock)} vé`}
        saving={remove.pending}
        onSubmit={(reason) => remove.mutate({ ticket_group_id, version, reason })}
        onClose={onClose}
      >
        {tickets}
        <Banner kind="warning">
          {`Cặp đang mở bán và chưa bán vé nào. ${numberText(set.in_stock)} vé sẽ được hoàn khỏi ${base_name}; không hoàn tác được.`}
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
