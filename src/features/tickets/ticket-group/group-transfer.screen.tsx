/** Transfers a group to another store with all its tickets. */
import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { numberText } from '#web/value/format.ts'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useChoices } from '#web/choices/use-choices.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { ticketsText, type TicketGroupRow } from './group-texts.screen.tsx'
import { ticketGroup } from './ticket-group.contract.ts'

const { label } = infoOf(shapeOf(ticketGroup.transfer.input).base_id!)!

export default function TransferDialog({ group, onClose }: { group: TicketGroupRow; onClose: () => void }) {
  const { ticket_group_id, version, group_code, base_name } = group
  const [base_id, setBaseId] = useState<number | null>(null)
  const stores = useChoices(
    baseStore.list,
    (row) => ({
      value: row.base_id,
      label: row.base_name,
      detail: row.base_code,
      whyNot: (row.base_id === group.base_id && 'Cặp đang ở kho này') || (row.status !== 1 && 'Ngừng hoạt động'),
    }),
    { key: 'base_id' },
  )
  const target = stores.options.find(({ value }) => value === base_id)
  const transfer = useAct(ticketGroup.transfer, {
    success: `Đã chuyển cặp ${group_code} sang ${target?.label}.`,
    onDone: onClose,
    invalidates: invalidated,
  })
  const count = `${numberText(group.in_stock)} vé`
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Chuyển kho cặp ${group_code}`}
      size="sm"
      dirty={base_id !== null}
      saveLabel={`Chuyển ${count}`}
      saving={transfer.pending}
      saveWhyNot={base_id === null && 'Hãy chọn kho nhận.'}
      onSubmit={() => transfer.mutate({ ticket_group_id, version, base_id: base_id! })}
    >
      <Stack>
        <Text>{ticketsText(group)}.</Text>
        <Field label={label} required>
          <Combobox value={base_id} onChange={setBaseId} placeholder="Chọn kho" {...stores} />
        </Field>
        <Text tone="muted">
          {target
            ? `Cả ${count} rời ${base_name} và vào ${target.label} ngay; lịch sử kho ghi cả hai phía.`
            : `Cả cặp rời ${base_name}: vé trong cặp không tách ra được.`}
        </Text>
      </Stack>
    </Dialog>
  )
}
