/** How many orders and how much money a cancellation affects, and its progress. */
import { useRead, type ReadResult } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { numberText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { useDelayedRefetch } from '#web/call/read-again.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Progress } from '#web/ui/message/progress.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { CancelEffect, periodCancel, type CancelEffectRow } from './cancel.contract.ts'

type EffectRead = ReadResult<typeof periodCancel.effect>

/** What a cancellation would give back. */
export function CancelEffectOf({ read }: { read: EffectRead }) {
  return (
    <>
      <ReadFallback read={read} lines={4} />
      {read.data &&
        (hasNoOrders(read.data) ? (
          <Text>Chưa có đơn nào của kỳ này: không phải hoàn tiền.</Text>
        ) : (
          <EffectList effect={read.data} />
        ))}
    </>
  )
}

const hasNoOrders = ({ orders, unpaid_orders }: CancelEffectRow) => orders === 0 && unpaid_orders === 0

const effect_fields = ['orders', 'quantity', 'total'] as const

function EffectList({ effect }: { effect: CancelEffectRow }) {
  const { shape } = CancelEffect
  const label = (name: keyof typeof shape) => infoOf(shape[name])!.label
  return (
    <DescriptionList
      columns={2}
      items={[
        ...effect_fields.map((name) => ({ label: label(name), value: show(infoOf(shape[name]), effect[name]) })),
        { label: label('unpaid_orders'), value: `${numberText(effect.unpaid_orders)}, sẽ hủy` },
        { label: label('wallet_total'), value: moneyOfOrders(effect.wallet_total, effect.wallet_orders) },
        { label: label('source_total'), value: moneyOfOrders(effect.source_total, effect.source_orders) },
      ]}
    />
  )
}

const moneyOfOrders = (total: number, orders: number) => `${moneyText(total)} · ${numberText(orders)} đơn`

/** Each reading adds up all orders of the draw, so it is not done often. */
const progress_ms = 10_000

/** The progress of giving back the orders of a cancelled draw. */
export function CancelProgress({ period_id }: { period_id: number }) {
  const read = useRead(periodCancel.effect, { period_id })
  const { data } = read
  const remaining = data ? data.orders - data.given_back + data.unpaid_orders : 0
  useDelayedRefetch(read, remaining > 0, progress_ms)
  if (!data) return <ReadFallback read={read} lines={2} />
  const { orders, given_back, wallet_orders, wallet_total, source_orders, source_total } = data
  if (remaining > 0)
    return (
      <Progress
        label="Đang hoàn đơn của kỳ"
        value={orders === 0 ? null : (100 * given_back) / orders}
        detail={`${numberText(given_back)} / ${numberText(orders)} đơn`}
      />
    )
  if (orders === 0) return <Banner kind="success">Kỳ không có đơn nào phải hoàn.</Banner>
  return (
    <Banner kind="success" title={`Đã xử lý xong ${numberText(orders)} đơn đã thanh toán`}>
      {wallet_orders > 0 && `${moneyOfOrders(wallet_total, wallet_orders)} đã về ví khách. `}
      {source_orders > 0 &&
        `${moneyOfOrders(source_total, source_orders)} trả qua nguồn khác: xác nhận ở Lịch sử hoàn hủy khi nguồn đã hoàn cho khách.`}
    </Banner>
  )
}
