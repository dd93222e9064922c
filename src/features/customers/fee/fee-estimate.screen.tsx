/** What last week's orders of the group would have paid by other rules. */
import type { ReactNode } from 'react'
import type { InputOf } from '#contract/call.ts'
import { changeText, moneyText } from '#contract/text/money-text.ts'
import { useRead } from '#web/call/api.ts'
import { dayText, numberText } from '#web/value/format.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { SumLines } from '#web/ui/show/sum-lines.tsx'
import { groupVipFee } from './fee.contract.ts'

interface EstimateProps {
  input: InputOf<typeof groupVipFee.lastWeek>
  /** The rules by which the orders are recalculated. */
  by: string
}

export function Estimate({ input, by }: EstimateProps) {
  const read = useRead(groupVipFee.lastWeek, input, { keepPrevious: true, fresh_ms: 60_000 })
  if (!read.data) return <ReadFallback read={read} lines={4} />
  const { from_date, to_date, order_count, paid, would_pay, difference, cheaper, same, dearer, dearest } = read.data
  const days = `${dayText(from_date)} – ${dayText(to_date)}`
  if (order_count === 0) return <Text tone="muted">{`Nhóm không có đơn nào ${days}.`}</Text>
  const count = (orders: number): ReactNode => `${numberText(orders)} đơn`
  return (
    <Stack gap={3}>
      <Text tone="muted" size="sm">{`${numberText(order_count)} đơn ${days} của nhóm, tính lại bằng ${by}`}</Text>
      <SumLines
        lines={[
          { label: 'Phí đã thu', value: moneyText(paid) },
          { label: 'Phí nếu đổi', value: moneyText(would_pay) },
        ]}
        sum={{
          label: 'Chênh lệch',
          value: (
            <Text as="span" strong tone={difference < 0 ? 'danger' : 'normal'}>
              {changeText(difference)}
            </Text>
          ),
        }}
      />
      <SumLines
        lines={[
          { label: 'Rẻ hơn', value: count(cheaper) },
          { label: 'Như cũ', value: count(same) },
        ]}
        sum={{ label: 'Đắt hơn', value: count(dearer) }}
      />
      {dearest.length > 0 && (
        <RecordList
          items={dearest.map((estimate) => ({
            key: String(estimate.order_id),
            title: `Đơn ${estimate.order_id} · ${moneyText(estimate.amount)}`,
            lines: [`${moneyText(estimate.paid)} → ${moneyText(estimate.would_pay)}`],
          }))}
        />
      )}
    </Stack>
  )
}
