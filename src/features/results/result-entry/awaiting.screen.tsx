/** Chooses one of the past draws without a result. */
import { useState } from 'react'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { dayText, numberText, momentText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { infoOf } from '#contract/schema.ts'
import { period, PeriodChoice } from '#features/results/period/period.contract.ts'
import type { Product } from '#features/results/product/product.contract.ts'

interface AwaitingProps {
  onChoose: (period_id: number) => void
  onClose: () => void
}

const max_rows = 50
const all = 'all'

export default function Awaiting({ onChoose, onClose }: AwaitingProps) {
  const [category, setCategory] = useState<Product | null>(null)
  const read = useRead(period.awaitingResult, { category, page_size: max_rows }, { keepPrevious: true })
  const options = infoOf(PeriodChoice.shape.category)!.options!.map((option) => ({
    value: String(option.value),
    label: option.label,
  }))
  const { items = [], total = 0 } = read.data ?? {}
  return (
    <Dialog
      open
      onClose={onClose}
      title="Nhập kết quả"
      description="Chọn kỳ đã quay và chưa có kết quả"
      size="md"
      footer={<Button onClick={onClose}>Đóng</Button>}
    >
      <Stack gap={3}>
        <Field label="Sản phẩm">
          <Select
            value={String(category ?? all)}
            onChange={(value) => setCategory(value === all ? null : (Number(value) as Product))}
            options={[{ value: all, label: 'Tất cả' }, ...options]}
          />
        </Field>
        <ReadFallback read={read} />
        {read.data && items.length === 0 && (
          <EmptyState kind="empty" title="Không có kỳ nào chờ kết quả" message="Mọi kỳ đã quay đều đã có kết quả." />
        )}
        {items.length > 0 && (
          <RecordList
            items={items.map((item) => ({
              key: item.period_id,
              title: `${item.name} · ${dayText(item.open_date)}`,
              lines: [`Kỳ ${item.period_code}, quay ${momentText(item.draw_at)}`],
              action: <Button onClick={() => onChoose(item.period_id)}>Nhập</Button>,
            }))}
          />
        )}
        {total > max_rows && <Text tone="muted">{`Còn ${numberText(total - max_rows)} kỳ cũ hơn.`}</Text>}
      </Stack>
    </Dialog>
  )
}
