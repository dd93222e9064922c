/** A set is taken away. On sale it goes back where it came from, and the stock keeps the reason. */
import { useState } from 'react'
import { useAct } from '#web/act.tsx'
import { numberText } from '#web/format.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { Text } from '#web/ui/text.tsx'
import { infoOf, shapeOf } from '#contract/fields.ts'
import { touched } from '#features/tickets/touched.rules.ts'
import type { Group } from './group-acts.screen.tsx'
import { ticketsText } from './group-words.screen.tsx'
import { groupStatus, ticketGroup } from './ticket-group.contract.ts'

const { label, max = 0 } = infoOf(shapeOf(ticketGroup.delete.input).reason!)!

export default function DeleteDialog(props: { set: Group; onClose: () => void; onDeleted: () => void }) {
  const { set, onClose, onDeleted } = props
  const { ticket_group_id, version, group_code, base_name, import_code } = set
  const [reason, setReason] = useState('')
  const isStock = set.status !== groupStatus.waiting
  const remove = useAct(ticketGroup.delete, {
    done: isStock ? `Đã xóa cặp ${group_code}, vé đã hoàn.` : `Đã xóa cặp ${group_code} khỏi phiếu ${import_code}.`,
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
      title={`Xóa cặp ${group_code}`}
      size="sm"
      dirty={reason !== ''}
      saveLabel={isStock ? `Xóa và hoàn ${numberText(set.in_stock)} vé` : 'Xóa cặp'}
      saving={remove.pending}
      saveWhyNot={isStock && reason.trim() === '' && 'Hãy ghi lý do: lịch sử kho giữ lại.'}
      onSubmit={() => remove.mutate({ ticket_group_id, version, ...(isStock && { reason }) })}
    >
      <Stack>
        <Text>{ticketsText(set)}.</Text>
        {isStock ? (
          <>
            <Banner kind="warning">
              {`Cặp đang bán và chưa bán vé nào: ${numberText(set.in_stock)} vé rời ${base_name} như một lần hoàn vé. Không lấy lại được.`}
            </Banner>
            <Field label={label} required>
              <TextArea value={reason} onChange={setReason} limit={max} rows={3} />
            </Field>
          </>
        ) : (
          <Text tone="muted">
            {`Cặp rời phiếu ${import_code} trước khi duyệt. Bạn được tính là người sửa phiếu, nên không tự duyệt phiếu này được; phiếu hết cặp thì cũng bị xóa.`}
          </Text>
        )}
      </Stack>
    </Dialog>
  )
}
