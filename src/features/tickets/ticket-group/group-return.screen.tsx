/** Puts a ticket group on sale onto a return slip, whole; a second person confirms the slip. */
import { useAct } from '#web/action/act.tsx'
import { numberText } from '#web/value/format.ts'
import { ReasonDialog } from '#web/action/reason-dialog.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { ticketsText, type TicketGroupRow } from './group-texts.screen.tsx'

export default function ReturnDialog({ group, onClose }: { group: TicketGroupRow; onClose: () => void }) {
  const { ticket_group_id, group_code, area_id, open_date, base_id, base_name, in_stock } = group
  const giveBack = useAct(ticketReturn.returnBatch, {
    success: `Đã lập phiếu hoàn cặp ${group_code}, chờ người khác xác nhận.`,
    invalidates: [...invalidated, 'cms/ticket_group'],
    onDone: onClose,
  })
  return (
    <ReasonDialog
      title={`Hoàn cặp ${group_code}`}
      field={ticketReturn.returnBatch.input.shape.reason}
      emptyText="Hãy ghi lý do; lý do được in trên phiếu hoàn."
      saveLabel={`Lập phiếu hoàn ${numberText(in_stock)} vé`}
      saving={giveBack.pending}
      onSubmit={(reason) => giveBack.mutate({ area_id, open_date, base_id, data: [{ ticket_group_id }], reason })}
      onClose={onClose}
    >
      <Text>{ticketsText(group)}.</Text>
      <Text tone="muted">{`Vé rời ${base_name} ngay khi lập phiếu, và về đài khi người khác xác nhận.`}</Text>
    </ReasonDialog>
  )
}
