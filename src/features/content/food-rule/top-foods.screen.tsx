/** A preview of the list that a rule produces, while its conditions and weights are being set. */
import { check } from '#contract/wire.ts'
import { percentText } from '#contract/text/percent-text.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { useRead } from '#web/call/api.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { numberText } from '#web/value/format.ts'
import { shapeOf } from '#contract/schema.ts'
import { foodRule } from './food-rule.contract.ts'

export default function TopFoods({ values }: { values: Record<string, unknown> }) {
  const shape = shapeOf(foodRule.preview.input)
  const filters = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(shape, name)))
  const result = check(foodRule.preview.input, filters)
  const input = result.ok ? result.value : { post_weight: 1 }
  const { data, error, isPending, refetch } = useRead(foodRule.preview, input, {
    enabled: result.ok,
    keepPrevious: true,
  })
  return (
    <Stack>
      <Heading level={3}>Danh sách theo luật này</Heading>
      {!result.ok ? (
        <Text tone="muted">Điền đủ điều kiện và trọng số để xem trước.</Text>
      ) : error ? (
        <EmptyState kind="error" message={error.message} transid={error.transid} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <Text tone="muted">
            {numberText(data?.items.length ?? 0)} trong {numberText(data?.candidates ?? 0)} món hợp điều kiện
          </Text>
          <RecordList
            items={(data?.items ?? []).map((food, index) => ({
              key: food.id,
              title: `${index + 1}. ${food.food_name}`,
              badge: <Badge tone="blue">{percentText(food.score)}</Badge>,
              lines: [
                `${moneyText(food.price)} · ${numberText(food.posts)} bài viết`,
                `Bài viết ${percentText(food.post_part)} + mới ${percentText(food.new_part)} + giá ${percentText(food.price_part)}`,
              ],
            }))}
          />
        </>
      )}
    </Stack>
  )
}
