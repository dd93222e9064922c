/** Proposes a new prize table, starting from the current or an earlier one; a second person confirms it. */
import { useState } from 'react'
import { useWrite } from '#web/call/api.ts'
import { showAtFields } from '#web/form/first-error.ts'
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
import { tiersToFill } from './prize-table.rules.ts'
import type { RuleFlags } from '#features/results/prize/win.rules.ts'

interface Props {
  open: boolean
  onClose: () => void
  category: Product
  /** The table that the new one starts from; null where the product has none. */
  before: PrizeTableRow | null
}

/** The disputed rule that the product's table decides (see RuleFlags). */
const flagOf: Partial<Record<Product, keyof RuleFlags>> = {
  [product.north]: 'consolation_with_special',
  [product.max3d]: 'sum_tiers',
  [product.loto]: 'count_hits',
}
const { shape } = PrizeTable
const label = (name: 'effective_from' | 'face_value' | 'claim_days' | 'note') => infoOf(shape[name])!.label

export default function PrizeTableEditor({ open, onClose, category, before }: Props) {
  const tiers = tiersToFill(category)
  const [effective_from, setEffectiveFrom] = useState(addDays(today(), 1))
  const [face_value, setFaceValue] = useState<number | null>(before?.face_value ?? 10_000)
  const [claim_days, setClaimDays] = useState<number | null>(before?.claim_days ?? (isTraditional(category) ? 30 : 60))
  const [amounts, setAmounts] = useState<Record<string, number | null>>(before?.amounts ?? {})
  const [note, setNote] = useState('')
  const flag = flagOf[category]
  const [isFlagged, setFlagged] = useState(flag === undefined || (before?.flags[flag] ?? true))
  const [fields, setFields] = useState<Record<string, string>>({})
  const propose = useWrite(prizeTables.propose, {
    onSuccess: () => {
      toast.success('Đã gửi bảng giải, chờ người thứ hai xác nhận.')
      onClose()
    },
    onFailure: (failure) => showAtFields(failure, setFields),
  })
  const save = () => {
    setFields({})
    propose.mutate({
      category,
      effective_from,
      face_value: face_value ?? 0,
      claim_days: claim_days ?? 0,
      amounts: Object.fromEntries(tiers.map(({ tier }) => [tier, amounts[tier] ?? 0])),
      flags: flag === undefined ? {} : { [flag]: isFlagged },
      note: note.trim() === '' ? null : note,
    })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Lập bảng giải thưởng"
      description="Áp dụng cho các kỳ quay từ ngày đã chọn; kỳ đã tính thưởng không đổi."
      size="lg"
      dirty={propose.pending}
      saving={propose.pending}
      saveLabel="Gửi duyệt"
      onSubmit={save}
    >
      <Stack gap={4}>
        {fields.amounts && <Banner kind="error">{fields.amounts}</Banner>}
        <Grid columns={3}>
          <Field label={label('effective_from')} required error={fields.effective_from}>
            <DateInput value={effective_from} onChange={(day) => day && setEffectiveFrom(day)} />
          </Field>
          <Field label={label('face_value')} required error={fields.face_value}>
            <NumberInput value={face_value} onChange={setFaceValue} grouping suffix="đ" min={1} />
          </Field>
          <Field label={label('claim_days')} required error={fields.claim_days}>
            <NumberInput value={claim_days} onChange={setClaimDays} min={1} max={365} />
          </Field>
          <FullWidth>
            <Field label={label('note')} error={fields.note}>
              <TextInput value={note} onChange={setNote} maxLength={500} />
            </Field>
          </FullWidth>
        </Grid>
        {flag !== undefined && (
          <Checkbox checked={isFlagged} onChange={setFlagged} label={infoOf(shape.flags.shape[flag])!.label} />
        )}
        <TierAmounts
          tiers={tiers}
          amounts={amounts}
          onAmount={(tier, amount) => setAmounts((now) => ({ ...now, [tier]: amount }))}
        />
      </Stack>
    </Dialog>
  )
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
        <Field key={tier} label={name}>
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
