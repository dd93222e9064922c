/** Unsold tickets of an approved slip go back: all that are left, or some of some lines. */
import { useState } from 'react'
import { useAct } from '#web/act.tsx'
import { numberText } from '#web/format.ts'
import { ReasonField, useReason } from '#web/reason-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { NumberInput } from '#web/ui/number-input.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import type { Column } from '#web/ui/table.tsx'
import { Text } from '#web/ui/text.tsx'
import { touched } from '#features/tickets/touched.rules.ts'
import type { Slip } from './slip.screen.tsx'
import { SlipLines, type SlipLine } from './slip-lines.screen.tsx'
import { most_typed_lines, ticketImport } from './ticket-import.contract.ts'

const asked = { field: ticketImport.returnTickets.input.shape.reason, ask: 'Hãy ghi lý do trả vé.' }
const keyOf = ({ number, series }: SlipLine) => `${number} ${series ?? ''}`

export default function ReturnDialog({ slip, onClose }: { slip: Slip; onClose: () => void }) {
  const { ticket_import_id, import_code, area_name, base_name } = slip
  const [how, setHow] = useState<'all' | 'some'>('all')
  const [chosen, choose] = useState<ReadonlyMap<string, { line: SlipLine; quantity: number }>>(new Map())
  const reason = useReason(asked)
  const give = useAct(ticketImport.returnTickets, { done: 'Đã trả vé.', onDone: onClose, touches: touched })
  const some = [...chosen.values()]
  const total = some.reduce((sum, { quantity }) => sum + quantity, 0)
  const beyond = some.find(({ line, quantity }) => quantity > (line.in_stock ?? 0))

  function take(line: SlipLine, quantity: number | null) {
    const next = new Map(chosen)
    if (quantity) next.set(keyOf(line), { line, quantity })
    else next.delete(keyOf(line))
    choose(next)
  }
  const toReturn: Column<SlipLine> = {
    key: 'give',
    head: 'SL trả',
    width: 110,
    cell: (line) =>
      line.in_stock ? (
        <NumberInput
          aria-label={`SL trả của ${line.number}`}
          value={chosen.get(keyOf(line))?.quantity ?? null}
          onChange={(quantity) => take(line, quantity)}
          max={line.in_stock}
          placeholder={`≤ ${numberText(line.in_stock)}`}
        />
      ) : (
        <Text as="span" tone="muted">
          Hết vé
        </Text>
      ),
  }
  const whyNot =
    (how === 'some' && some.length === 0 && 'Chưa chọn dòng nào.') ||
    (how === 'some' &&
      some.length > most_typed_lines &&
      `Mỗi lần trả nhiều nhất ${numberText(most_typed_lines)} dòng.`) ||
    (how === 'some' && beyond && `Vé ${beyond.line.number} chỉ còn ${numberText(beyond.line.in_stock ?? 0)}.`) ||
    reason.whyNot

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Trả vé của phiếu ${import_code}`}
      description={`${area_name} · ${base_name}`}
      size="lg"
      dirty={reason.changed || some.length > 0}
      saveLabel={how === 'some' && total > 0 ? `Trả ${numberText(total)} vé` : 'Trả vé'}
      saving={give.pending}
      saveWhyNot={whyNot}
      onSubmit={() =>
        give.mutate({
          ticket_import_id,
          reason: reason.text,
          ...(how === 'some' && {
            tickets: some.map(({ line: { number, series }, quantity }) => ({ number, series, quantity })),
          }),
        })
      }
    >
      <Stack gap={4}>
        <Field label="Vé trả lại" group>
          <RadioGroup
            value={how}
            onChange={setHow}
            options={[
              { value: 'all', label: 'Tất cả vé còn lại', hint: 'Mọi vé của phiếu chưa bán và chưa trả' },
              { value: 'some', label: 'Chọn dòng và số lượng' },
            ]}
          />
        </Field>
        {how === 'some' && <SlipLines slip={slip} choice={toReturn} />}
        <ReasonField reason={reason} />
      </Stack>
    </Dialog>
  )
}
