import { useState } from 'react'
import { useAct } from '#web/act.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { Text } from '#web/ui/text.tsx'
import { infoOf } from '#contract/fields.ts'
import { touched } from '#features/tickets/touched.rules.ts'
import type { GroupSlip } from './group-slip-acts.screen.tsx'
import { slipText } from './group-words.screen.tsx'
import { ticketGroup, TicketGroupImport } from './ticket-group.contract.ts'

const { label, max = 0 } = infoOf(TicketGroupImport.shape.reason)!

/** Whoever made the slip reads why it is gone. */
export default function DeleteDialog(props: { slip: GroupSlip; onClose: () => void; onDeleted: () => void }) {
  const { slip, onClose, onDeleted } = props
  const { ticket_group_import_id, version, import_code } = slip
  const [reason, setReason] = useState('')
  const remove = useAct(ticketGroup.delete, {
    done: `Đã xóa phiếu ${import_code}.`,
    touches: touched,
    onDone: () => {
      onClose()
      onDeleted()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Xóa phiếu ${import_code}`}
      size="sm"
      dirty={reason !== ''}
      saveLabel="Xóa phiếu"
      saving={remove.pending}
      saveWhyNot={reason.trim() === '' && 'Hãy ghi lý do: người lập phiếu sẽ đọc.'}
      onSubmit={() => remove.mutate({ ticket_group_import_id, version, reason })}
    >
      <Stack>
        <Text>{slipText(slip)}. Phiếu và các cặp của phiếu vẫn xem lại được nhưng không duyệt được nữa.</Text>
        <Field label={label} required>
          <TextArea value={reason} onChange={setReason} limit={max} rows={3} />
        </Field>
      </Stack>
    </Dialog>
  )
}
