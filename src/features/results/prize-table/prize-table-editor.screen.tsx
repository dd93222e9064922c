/** Proposes a new prize table, starting from the current or an earlier one; a second person confirms it. */
import { useEffect, useState } from 'react'
import { useWrite } from '#web/call/api.ts'
import { showAtFields } from '#web/form/first-error.ts'
import { keepValues, keptValues } from '#web/form/kept-values.ts'
import { restored_text } from '#web/form/restored-text.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Checkbox } from '#web/ui/field/checkbox.tsx'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Field } from '#web/ui/field/field.tsx'
import { NumberInput } from '#web/ui/field/number-input.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { FullWidth, Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { infoOf } from '#contract/schema.ts'
import { isTraditional, product, type Product } from '#features/results/product/product.contract.ts'
import { PrizeTable, prizeTables, type PrizeTableRow } from './prize-table.contract.ts'
import { tableFault, tiersToFill } from './prize-table.rules.ts'
import { typedTable, type TableToFill } from './typed-table.screen.tsx'
import type { RuleFlags } from '#features/results/prize/win.rules.ts'

interface Props extends TableToFill {
  onClose: () => void
}

/** The disputed rule that the product's table decides (see RuleFlags). */
const flagOf: Partial<Record<Product, keyof RuleFlags>> = {
  [product.north]: 'consolation_with_special',
  [product.max3d]: 'sum_tiers',
  [product.loto]: 'count_hits',
}
const { shape } = PrizeTable
const label = (name: 'effective_from' | 'face_value' | 'claim_days' | 'note') => infoOf(shape[name])!.label

/** What is typed. */
interface TypedTable {
  effective_from: string
  face_value: number | null
  claim_days: number | null
  amounts: Record<string, number | null>
  is_flagged: boolean
  note: string
}

function startOf(category: Product, before: PrizeTableRow | null): TypedTable {
  const flag = flagOf[category]
  return {
    effective_from: addDays(today(), 1),
    face_value: before?.face_value ?? 10_000,
    claim_days: before?.claim_days ?? (isTraditional(category) ? 30 : 60),
    amounts: before?.amounts ?? {},
    is_flagged: flag === undefined || (before?.flags[flag] ?? true),
    note: '',
  }
}

export default function PrizeTableEditor({ onClose, category, before }: Props) {
  const tiers = tiersToFill(category)
  const flag = flagOf[category]
  const { typed, change, isEdited, isRestored } = useTypedTable(category, before)
  const { effective_from, face_value, claim_days, note } = typed
  const [fields, setFields] = useState<Record<string, string>>({})
  const propose = useWrite(prizeTables.propose, {
    onSuccess: () => {
      toast.success('Đã gửi bảng giải, chờ người thứ hai xác nhận.')
      onClose()
    },
    onFailure: (failure) => showAtFields(failure, setFields),
  })
  // An empty tier is none that pays nothing: 0 has to be typed.
  const amounts = Object.fromEntries(
    tiers.flatMap(({ tier }) => {
      const amount = typed.amounts[tier] ?? null
      return amount === null ? [] : [[tier, amount]]
    }),
  )
  const save = () => {
    setFields({})
    propose.mutate({
      category,
      effective_from,
      face_value: face_value ?? 0,
      claim_days: claim_days ?? 0,
      amounts,
      flags: flag === undefined ? {} : { [flag]: typed.is_flagged },
      note: note.trim() === '' ? null : note,
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Lập bảng giải thưởng"
      description="Áp dụng cho các kỳ quay từ ngày đã chọn; kỳ đã tính thưởng không đổi."
      size="lg"
      dirty={isEdited}
      saving={propose.pending}
      saveLabel="Gửi duyệt"
      saveWhyNot={tableFault(category, amounts)}
      onSubmit={save}
    >
      <Stack gap={4}>
        {isRestored && <Banner kind="info">{restored_text}</Banner>}
        {fields.amounts && <Banner kind="error">{fields.amounts}</Banner>}
        <Grid columns={3}>
          <Field label={label('effective_from')} required error={fields.effective_from}>
            <DateInput value={effective_from} onChange={(day) => day && change({ effective_from: day })} />
          </Field>
          <Field label={label('face_value')} required error={fields.face_value}>
            <NumberInput
              value={face_value}
              onChange={(amount) => change({ face_value: amount })}
              grouping
              suffix="đ"
              min={1}
            />
          </Field>
          <Field label={label('claim_days')} required error={fields.claim_days}>
            <NumberInput value={claim_days} onChange={(days) => change({ claim_days: days })} min={1} max={365} />
          </Field>
          <FullWidth>
            <Field label={label('note')} error={fields.note}>
              <TextInput value={note} onChange={(text) => change({ note: text })} maxLength={500} />
            </Field>
          </FullWidth>
        </Grid>
        {flag !== undefined && (
          <Checkbox
            checked={typed.is_flagged}
            onChange={(is_flagged) => change({ is_flagged })}
            label={infoOf(shape.flags.shape[flag])!.label}
          />
        )}
        <TierAmounts
          tiers={tiers}
          amounts={typed.amounts}
          onAmount={(tier, amount) => change({ amounts: { ...typed.amounts, [tier]: amount } })}
        />
      </Stack>
    </Dialog>
  )
}

/** Stored like a draft while it differs from what the editor began with. */
function useTypedTable(category: Product, before: PrizeTableRow | null) {
  const [id] = useState(() => typedTable({ category, before }))
  const [stored] = useState(() => keptValues<TypedTable>(id)?.values ?? null)
  const [start] = useState(() => startOf(category, before))
  const [typed, setTyped] = useState(stored ?? start)
  const isEdited = JSON.stringify(typed) !== JSON.stringify(start)
  useEffect(
    () => keepValues(id, isEdited ? typed : null, { category, before } satisfies TableToFill),
    [id, isEdited, typed, category, before],
  )
  const change = (part: Partial<TypedTable>) => setTyped((now) => ({ ...now, ...part }))
  return { typed, change, isEdited, isRestored: stored !== null }
}

interface TierAmountsProps {
  tiers: ReturnType<typeof tiersToFill>
  amounts: Record<string, number | null>
  onAmount: (tier: string, amount: number | null) => void
}

function TierAmounts({ tiers, amounts, onAmount }: TierAmountsProps) {
  return (
    <Grid columns={3}>
      {tiers.map(({ tier, label: name }) => (
        <Field key={tier} label={name} required>
          <NumberInput
            value={amounts[tier] ?? null}
            onChange={(amount) => onAmount(tier, amount)}
            grouping
            suffix="đ"
            min={0}
          />
        </Field>
      ))}
    </Grid>
  )
}
