/** A set goes to another store with all its tickets. */
import { useState } from 'react'
import { useAct } from '#web/act.tsx'
import { numberText } from '#web/format.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { useChoices } from '#web/use-choices.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { touched } from '#features/tickets/touched.rules.ts'
import { ticketsText, type Group } from './group-words.screen.tsx'
import { ticketGroup } from './ticket-group.contract.ts'

const { label } = infoOf(shapeOf(ticketGroup.transfer.input).base_id!)!
const working = { status: 1 }

export default function TransferDialog({ set, onClose }: { set: Group; onClose: () => void }) {
  const { ticket_group_id, version, group_code, base_name } = set
  const [base_id, choose] = useState<number | null>(null)
  const stores = useChoices(
    baseStore.list,
    (row) => ({ value: row.base_id, label: row.base_name, detail: row.base_code }),
    { input: working },
  )
  const options = stores.options.filter(({ value }) => value !== set.base_id)
  const target = options.find(({ value }) => value === base_id)
  const transfer = useAct(ticketGroup.transfer, {
    done: `Đã chuyển cặp ${group_code} sang ${target?.label}.`,
    onDone: onClose,
    touches: touched,
  })
  const count = `${numberText(set.in_stock)} vé`
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
        <Text>{ticketsText(set)}.</Text>
        <Field label={label} required>
          <Combobox value={base_id} onChange={choose} placeholder="Chọn kho" {...stores} options={options} />
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
