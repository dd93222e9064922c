/** How many orders and how much money a cancellation concerns, and how far it is. */
import { useRead, type ReadResult } from '#web/api.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { numberText } from '#web/format.ts'
import { show } from '#web/kinds.tsx'
import { useReadAgain } from '#web/read-again.ts'
import { Banner } from '#web/ui/banner.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Text } from '#web/ui/text.tsx'
import { moneyText } from '#contract/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { CancelEffect, periodCancel, type CancelEffectRow } from './cancel.contract.ts'

type EffectRead = ReadResult<typeof periodCancel.effect>

/** What a cancellation would give back. */
export function Effect({ read }: { read: EffectRead }) {
  return (
    <>
      <ReadFallback read={read} lines={4} />
      {read.data &&
        (isNone(read.data) ? (
          <Text>Chưa có đơn nào của kỳ này: không phải hoàn tiền.</Text>
        ) : (
          <EffectList effect={read.data} />
        ))}
    </>
  )
}

const isNone = ({ orders, unpaid_orders }: CancelEffectRow) => orders === 0 && unpaid_orders === 0

const shown = ['orders', 'quantity', 'total'] as const

function EffectList({ effect }: { effect: CancelEffectRow }) {
  const { shape } = CancelEffect
  const label = (name: keyof typeof shape) => infoOf(shape[name])!.label
  return (
    <DescriptionList
      columns={2}
      items={[
        ...shown.map((name) => ({ label: label(name), value: show(infoOf(shape[name]), effect[name]) })),
        { label: label('unpaid_orders'), value: `${numberText(effect.unpaid_orders)}, sẽ hủy` },
        { label: label('wallet_total'), value: ofOrders(effect.wallet_total, effect.wallet_orders) },
        { label: label('source_total'), value: ofOrders(effect.source_total, effect.source_orders) },
      ]}
    />
  )
}

const ofOrders = (total: number, orders: number) => `${moneyText(total)} · ${numberText(orders)} đơn`

/** Each time, all orders of the draw are added up. */
const progress_ms = 10_000

/** Of a draw that is cancelled: how many of its orders have gone back. */
export function CancelProgress({ period_id }: { period_id: number }) {
  const read = useRead(periodCancel.effect, { period_id })
  const { data } = read
  const left = data ? data.orders - data.given_back + data.unpaid_orders : 0
  useReadAgain(read, left > 0, progress_ms)
  if (!data) return <ReadFallback read={read} lines={2} />
  const { orders, given_back, wallet_orders, wallet_total, source_orders, source_total } = data
  if (left > 0)
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
      {wallet_orders > 0 && `${ofOrders(wallet_total, wallet_orders)} đã về ví khách. `}
      {source_orders > 0 &&
        `${ofOrders(source_total, source_orders)} trả qua nguồn khác: xác nhận ở Lịch sử hoàn hủy khi nguồn đã hoàn cho khách.`}
    </Banner>
  )
}
