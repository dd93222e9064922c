/** Creates a batch of waiting rewards, filtered by days, product and form, with a preview. */
import { useState } from 'react'
import type { InputOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { numberText } from '#web/value/format.ts'
import { DateRange } from '#web/ui/date/date-range.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Grid } from '#web/ui/layout/grid.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { rewardFilters, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { rewardBatch } from './batch.contract.ts'
import { batch_invalidates } from './batch-row.screen.tsx'

interface NewBatchProps {
  onAdded: (batch_id: number) => void
  onClose: () => void
}

type Filter = NonNullable<InputOf<typeof rewardBatch.create>['filter']>

const days_back = 7
const max_reasons = 4

export default function NewBatch({ onAdded, onClose }: NewBatchProps) {
  const [name, setName] = useState('')
  const [filter, setFilter] = useState<Filter>(() => ({
    status_push: rewardStatus.waiting,
    from_date: addDays(today(), -days_back),
    to_date: today(),
  }))
  const preview = useRead(rewardBatch.createPreview, { filter })
  const create = useAct(rewardBatch.create, {
    success: (_, { batch, done }) => `Đã lập lô ${batch.batch_code} với ${numberText(done)} giải, đang chờ duyệt.`,
    onDone: ({ batch }) => onAdded(batch.batch_id),
    invalidates: batch_invalidates,
  })
  const change = (part: Partial<Filter>) => setFilter((now) => ({ ...now, ...part }))
  const report = preview.data
  const ready = report && !preview.isFetching ? report : null
  return (
    <Dialog
      open
      size="md"
      title="Lô trả thưởng mới"
      description="Gom các giải đang chờ duyệt để trả cùng một lần. Muốn chọn từng giải, hãy đánh dấu chúng ở Lịch sử trả thưởng rồi bấm Lập lô."
      dirty={name !== ''}
      saving={create.pending}
      saveLabel={ready && ready.done > 0 ? `Lập lô ${numberText(ready.done)} giải` : 'Lập lô'}
      saveWhyNot={!ready ? 'Đang thử trên máy chủ.' : ready.done === 0 ? 'Không có giải nào vào lô được.' : null}
      onSubmit={() =>
        create.mutate({ filter, expected: ready!.done + ready!.skipped, ...(name.trim() && { name: name.trim() }) })
      }
      onClose={onClose}
    >
      <Stack>
        <Field label="Tên lô" hint="Để trống thì lấy theo số giải">
          <TextInput value={name} onChange={setName} maxLength={100} />
        </Field>
        <Field label="Ngày quay" group>
          <DateRange
            value={{ from: filter.from_date ?? null, to: filter.to_date ?? null }}
            onChange={({ from, to }) => change({ from_date: from, to_date: to })}
          />
        </Field>
        <Grid columns={2}>
          <Field label="Sản phẩm">
            <Select
              value={filter.category ?? ''}
              options={withAll(rewardFilters.category)}
              onChange={(category) => change({ category: (category || undefined) as Filter['category'] })}
            />
          </Field>
          <Field label="Hình thức">
            <Select
              value={filter.form ?? ''}
              options={withAll(rewardFilters.form)}
              onChange={(form) => change({ form: (form || undefined) as Filter['form'] })}
            />
          </Field>
        </Grid>
        <ReadFallback read={preview} lines={2} />
        {ready && (
          <Banner kind={ready.done > 0 ? 'info' : 'warning'} title={outcomeOf(ready)}>
            {ready.skipped > 0 ? <Skipped rows={ready.rows} /> : 'Chưa có đồng nào rời quỹ cho tới khi lô được duyệt.'}
          </Banner>
        )}
      </Stack>
    </Dialog>
  )
}

const withAll = (field: (typeof rewardFilters)['category' | 'form']) => [
  { value: '', label: 'Tất cả' },
  ...infoOf(field)!.options!,
]

const outcomeOf = ({ done, skipped, amount }: { done: number; skipped: number; amount?: number | null }) =>
  `${numberText(done)} giải vào lô${amount ? ` · ${moneyText(amount)}` : ''}${skipped > 0 ? `, bỏ qua ${numberText(skipped)}` : ''}`

/** The reasons why rewards are left out, the most frequent first. */
function Skipped({ rows }: { rows: readonly { reason: string | null }[] }) {
  const counts = new Map<string, number>()
  for (const { reason } of rows) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const reasons = [...counts].toSorted(([, a], [, b]) => b - a)
  const other_count = reasons.slice(max_reasons).reduce((sum, [, count]) => sum + count, 0)
  return (
    <Stack gap={1}>
      {reasons.slice(0, max_reasons).map(([reason, count]) => (
        <Text key={reason} size="sm">{`${numberText(count)} giải: ${reason}`}</Text>
      ))}
      {other_count > 0 && <Text size="sm">{`${numberText(other_count)} giải: lý do khác.`}</Text>}
    </Stack>
  )
}
