/** Edits all revenue limits together; the request waits for a second person. */
import { useEffect, useState } from 'react'
import { useWrite } from '#web/call/api.ts'
import { showAtFields } from '#web/form/first-error.ts'
import { Button } from '#web/ui/action/button.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { MoneyInput } from '#web/ui/field/money-input.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { FullWidth, Grid } from '#web/ui/layout/grid.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { Changes } from '#web/ui/show/changes.tsx'
import { infoOf } from '#contract/schema.ts'
import { category, type Product } from '#features/results/product/product.contract.ts'
import { FromDayField } from '#features/settings/setting-change/from-day-field.screen.tsx'
import type { SaleGroupRow } from '#features/settings/sale-group/sale-group.contract.ts'
import { maxRevenue, max_thresholds } from './max-revenue.contract.ts'
import { changesBetween, thresholdKey, type Threshold } from './max-revenue.rules.ts'

interface Props {
  start: TypedLimits
  current: readonly Threshold[]
  groups: readonly SaleGroupRow[]
  /** Is told what is typed; null where nothing is. */
  onTyped: (typed: TypedLimits | null) => void
  onClose: () => void
}

/** What is typed, and the version of the limits from which it began. */
export interface TypedLimits {
  thresholds: readonly (Pick<Threshold, 'group_id' | 'category'> & { maximum: number | null })[]
  version: number
  from_day: string | null
  reason: string
}

interface Draft {
  n: number
  group_id: number | null
  category: Product | null
  maximum: number | null
}

const products = infoOf(category())!.options! as readonly { value: Product; label: string }[]

export default function MaxRevenueEditor({ start, current, groups, onTyped, onClose }: Props) {
  const { rows, thresholds, faults, setFaults, change, add, remove } = useThresholdRows(start.thresholds)
  const { version } = start
  const [from_day, setFromDay] = useState(start.from_day)
  const [reason, setReason] = useState(start.reason)
  const send = useWrite(maxRevenue.update, {
    onSuccess: () => {
      toast.success('Đã gửi đề nghị. Các mức đang dùng giữ nguyên cho đến khi người khác xác nhận.')
      onClose()
    },
    onFailure: (failure) => showAtFields(failure, setFaults),
  })
  const nameOf = (group_id: number) =>
    groups.find((group) => group.group_id === group_id)?.pos_group_name ?? `Nhóm ${group_id}`
  const lines = changesBetween(current, thresholds, nameOf)
  // The current limits for a day ahead take back what is planned for it.
  const isOther = lines.length > 0 || from_day !== null
  const isEdited = isOther || rows.length !== thresholds.length || reason !== ''
  useEffect(
    () => onTyped(isEdited ? { thresholds: rows, version, from_day, reason } : null),
    [onTyped, isEdited, rows, version, from_day, reason],
  )
  return (
    <Dialog
      open
      size="lg"
      title="Đề nghị đổi doanh thu tối đa"
      description="Tiền vé bán trong một ngày, chưa có phí. Đơn hủy và hoàn tiền được bán lại."
      dirty={lines.length > 0}
      saveLabel="Gửi đề nghị"
      saving={send.pending}
      saveWhyNot={problemOf(rows.length, thresholds) || (!isOther && 'Chưa có thay đổi nào.')}
      onSubmit={() => send.mutate({ thresholds, from_day, reason: reason.trim() === '' ? null : reason, version })}
      onClose={onClose}
    >
      <Stack>
        {rows.map((row, index) => (
          <ThresholdFields
            key={row.n}
            row={row}
            position={index + 1}
            groups={groups}
            onChange={(changes) => change(row.n, changes)}
            onRemove={() => remove(row.n)}
          />
        ))}
        {rows.length === 0 && <Text tone="muted">Không mức nào: doanh thu không bị giới hạn.</Text>}
        <Row>
          <Button icon="plus" whyNot={rows.length >= max_thresholds && 'Đã đủ số mức.'} onClick={add}>
            Thêm mức
          </Button>
        </Row>
        {faults.thresholds && <Banner kind="error">{faults.thresholds}</Banner>}
        <Grid columns={2}>
          <FromDayField value={from_day} onChange={setFromDay} error={faults.from_day} />
          <Field label="Lý do" error={faults.reason}>
            <TextInput value={reason} onChange={setReason} maxLength={200} />
          </Field>
          <FullWidth>{lines.length > 0 && <Changes lines={lines} />}</FullWidth>
        </Grid>
      </Stack>
    </Dialog>
  )
}

/** The thresholds in the form; those without an amount are not sent. */
function useThresholdRows(start: TypedLimits['thresholds']) {
  const [rows, setRows] = useState<readonly Draft[]>(() =>
    start.map(({ group_id = null, category: product_id = null, maximum }, n) => ({
      n,
      group_id,
      category: product_id,
      maximum,
    })),
  )
  const [faults, setFaults] = useState<Record<string, string>>({})
  const thresholds = rows.flatMap(({ group_id, category: product_id, maximum }) =>
    maximum === null ? [] : [{ group_id, category: product_id, maximum }],
  )
  function change(n: number, changes: Partial<Draft>) {
    setFaults({})
    setRows((edited_rows) =>
      edited_rows.map((edited_row) => (edited_row.n === n ? { ...edited_row, ...changes } : edited_row)),
    )
  }
  function add() {
    setRows((edited_rows) => [
      ...edited_rows,
      { n: Math.max(0, ...edited_rows.map(({ n }) => n)) + 1, group_id: null, category: null, maximum: null },
    ])
  }
  const remove = (n: number) => setRows((edited_rows) => edited_rows.filter((edited_row) => edited_row.n !== n))
  return { rows, thresholds, faults, setFaults, change, add, remove }
}

function problemOf(row_count: number, thresholds: readonly Threshold[]) {
  const keys = new Set(thresholds.map(thresholdKey))
  return (
    (thresholds.length < row_count && 'Mỗi mức cần số tiền.') ||
    (keys.size < thresholds.length && 'Mỗi nhóm và sản phẩm chỉ có một mức.')
  )
}

interface ThresholdFieldsProps {
  row: Draft
  /** Counted from 1. */
  position: number
  groups: readonly SaleGroupRow[]
  onChange: (changes: Partial<Draft>) => void
  onRemove: () => void
}

function ThresholdFields({ row, position, groups, onChange, onRemove }: ThresholdFieldsProps) {
  return (
    <Row align="end">
      <Field label={`Nhóm điểm bán ${position}`} width="md">
        <Combobox
          value={row.group_id}
          onChange={(group_id) => onChange({ group_id })}
          placeholder="Toàn hệ thống"
          clearable
          options={groups.map((group) => ({ value: group.group_id, label: group.pos_group_name }))}
        />
      </Field>
      <Field label={`Sản phẩm ${position}`} width="md">
        <Combobox
          value={row.category}
          onChange={(product_id) => onChange({ category: product_id })}
          placeholder="Mọi sản phẩm"
          clearable
          options={products}
        />
      </Field>
      <Field label={`Tối đa một ngày ${position}`} width="md">
        <MoneyInput value={row.maximum} onChange={(maximum) => onChange({ maximum })} min={0} />
      </Field>
      <IconButton icon="trash" label={`Bỏ mức ${position}`} onClick={onRemove} />
    </Row>
  )
}
