import { useState } from 'react'
import { useAct } from '#web/act.tsx'
import { dayText, numberText } from '#web/format.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { Text } from '#web/ui/text.tsx'
import { infoOf, shapeOf } from '#contract/fields.ts'
import { touched } from '#features/tickets/touched.rules.ts'
import type { Slip } from './slip.screen.tsx'
import { ticketImport } from './ticket-import.contract.ts'

const { label, max = 0 } = infoOf(shapeOf(ticketImport.delete.input).reason!)!

/** Whoever made the slip reads why it is gone. */
export default function DeleteDialog(props: { slip: Slip; onClose: () => void; onDeleted: () => void }) {
  const { slip, onClose, onDeleted } = props
  const [reason, setReason] = useState('')
  const remove = useAct(ticketImport.delete, {
    done: `Đã xóa phiếu ${slip.import_code}.`,
    touches: touched,
    onDone: () => {
      onClose()
      onDeleted()
    },
  })
  const { ticket_import_id, version, import_code, area_name, open_date, quantity } = slip
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
      onSubmit={() => remove.mutate({ ticket_import_id, version, reason })}
    >
      <Stack>
        <Text>
          {numberText(quantity)} vé {area_name} mở thưởng {dayText(open_date)}. Phiếu đã xóa vẫn xem lại được nhưng
          không duyệt được nữa.
        </Text>
        <Field label={label} required>
          <TextArea value={reason} onChange={setReason} limit={max} rows={3} />
        </Field>
      </Stack>
    </Dialog>
  )
}
