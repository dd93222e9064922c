/** Returns unsold tickets of an approved slip: all of them, or some of some lines. */
import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { numberText } from '#web/value/format.ts'
import { ReasonField, useReason } from '#web/action/reason-field.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { NumberInput } from '#web/ui/field/number-input.tsx'
import { RadioGroup } from '#web/ui/field/radio-group.tsx'
import type { Column } from '#web/ui/table/table.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import type { Slip } from './slip.screen.tsx'
import { SlipLines, type SlipLine } from '#features/tickets/ticket-import-line/slip-lines.screen.tsx'
import { max_typed_lines, ticketImport } from './ticket-import.contract.ts'

const reason_setup = { field: ticketImport.returnTickets.input.shape.reason, emptyText: 'Hãy ghi lý do trả vé.' }
const keyOf = ({ number, series }: SlipLine) => `${number} ${series ?? ''}`

interface SelectedLine {
  line: SlipLine
  quantity: number
}
/** By the key of the line. */
type Selection = ReadonlyMap<string, SelectedLine>

export default function ReturnDialog({ slip, onClose }: { slip: Slip; onClose: () => void }) {
  const { ticket_import_id, import_code, area_name, base_name } = slip
  const [mode, setMode] = useState<'all' | 'some'>('all')
  const [selected, setSelected] = useState<Selection>(new Map())
  const reason = useReason(reason_setup, `Trả vé của phiếu ${import_code}`)
  const submit = useAct(ticketImport.returnTickets, {
    success: 'Đã gửi phiếu hoàn, chờ người khác xác nhận.',
    onDone: onClose,
    invalidates: invalidated,
  })
  const selectedLines = [...selected.values()]
  const total = selectedLines.reduce((sum, { quantity }) => sum + quantity, 0)
  const whyNot = (mode === 'some' && whyNotReturn(selectedLines)) || reason.whyNot
  const select = (line: SlipLine, quantity: number | null) => {
    const selection = new Map(selected)
    if (quantity) selection.set(keyOf(line), { line, quantity })
    else selection.delete(keyOf(line))
    setSelected(selection)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Trả vé của phiếu ${import_code}`}
      description={`${area_name} · ${base_name}`}
      size="lg"
      dirty={reason.changed || selectedLines.length > 0}
      saveLabel={mode === 'some' && total > 0 ? `Trả ${numberText(total)} vé` : 'Trả vé'}
      saving={submit.pending}
      saveWhyNot={whyNot}
      onSubmit={() =>
        submit.mutate({
          ticket_import_id,
          reason: reason.text,
          ...(mode === 'some' && {
            tickets: selectedLines.map(({ line: { number, series }, quantity }) => ({ number, series, quantity })),
          }),
        })
      }
    >
      <Stack gap={4}>
        <Field label="Vé trả lại" group>
          <RadioGroup
            value={mode}
            onChange={setMode}
            options={[
              { value: 'all', label: 'Tất cả vé còn lại', hint: 'Mọi vé của phiếu chưa bán và chưa trả' },
              { value: 'some', label: 'Chọn dòng và số lượng' },
            ]}
          />
        </Field>
        {mode === 'some' && <SlipLines slip={slip} choice={quantityColumn(selected, select)} />}
        <ReasonField reason={reason} />
      </Stack>
    </Dialog>
  )
}

function whyNotReturn(selectedLines: readonly SelectedLine[]): string | null {
  if (selectedLines.length === 0) return 'Chưa chọn dòng nào.'
  if (selectedLines.length > max_typed_lines) return `Mỗi lần trả nhiều nhất ${numberText(max_typed_lines)} dòng.`
  const overStock = selectedLines.find(({ line, quantity }) => quantity > (line.in_stock ?? 0))
  return overStock ? `Vé ${overStock.line.number} chỉ còn ${numberText(overStock.line.in_stock ?? 0)}.` : null
}

/** The column in which the number of returned tickets is typed. */
function quantityColumn(
  selected: Selection,
  onChange: (line: SlipLine, quantity: number | null) => void,
): Column<SlipLine> {
  return {
    key: 'give',
    head: 'SL trả',
    width: 110,
    cell: (line) =>
      line.in_stock ? (
        <NumberInput
          aria-label={`SL trả của ${line.number}`}
          value={selected.get(keyOf(line))?.quantity ?? null}
          onChange={(quantity) => onChange(line, quantity)}
          max={line.in_stock}
          placeholder={`≤ ${numberText(line.in_stock)}`}
        />
      ) : (
        <Text as="span" tone="muted">
          Hết vé
        </Text>
      ),
  }
}
