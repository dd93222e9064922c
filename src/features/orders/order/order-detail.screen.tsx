/** An order in full: what was bought, where and how it was paid, what happened to it, and who did what. */
import { PageLink } from '#web/route/link.tsx'
import type { RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { numberText } from '#web/value/format.ts'
import { FoldedHistory } from '#web/record/history.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { Signals } from '#web/record/signals.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { show } from '#web/value/kinds.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Pictures } from '#web/ui/picture/pictures.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { idIn } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { riskSignalsOf } from '#features/orders/order-act/order-act.rules.ts'
import { isTraditional } from '#features/results/product/product.contract.ts'
import { OrderEvents } from './order-events.screen.tsx'
import { head_facts, OrderMoney, useOrderFacts } from './order-facts.screen.tsx'
import { OrderLines } from './order-lines.screen.tsx'
import type { OrderForActs, OrderDetailRow } from './order-row.screen.tsx'
import { Order, orderStatus } from './order.contract.ts'
import { orders } from './transaction.contract.ts'

export interface OrderDetailProps {
  record: OpenRecord
  actsOf: (row: OrderForActs) => RowAct[]
}

export default function OrderDrawer({ record, actsOf }: OrderDetailProps) {
  const order_id = idIn(record.id)
  const detail = useRead(orders.detail, { order_id }, { enabled: order_id > 0 })
  return (
    <RecordDrawer record={record} read={detail} row={detail.data} title={`Đơn ${order_id}`} copy={String(order_id)}>
      {(row) => <OrderView row={row} acts={actsOf(row)} />}
    </RecordDrawer>
  )
}

function OrderView({ row, acts }: { row: OrderDetailRow; acts: RowAct[] }) {
  const facts = useOrderFacts(row)
  const { lines, category, amount } = row
  const tickets = `${numberText(lines.length)} ${isTraditional(category) ? 'dãy số' : 'bộ số'}`
  return (
    <RecordView
      status={show(infoOf(Order.shape.status), row.status)}
      amount={row.total}
      trouble={
        <>
          <Signals signals={riskSignalsOf(row)} />
          <Fault row={row} />
        </>
      }
      facts={head_facts.map((name) => facts[name])}
      timeline={
        <Stack gap={4}>
          <OrderEvents row={row} />
          <FoldedHistory table="sale_order" id={row.order_id} />
        </Stack>
      }
      acts={acts}
    >
      <RecordSection title="Vé" note={`${tickets} · ${moneyText(amount)}`}>
        <OrderLines row={row} />
      </RecordSection>
      {row.purchase.length > 0 && <Purchase row={row} />}
      <OrderMoney row={row} />
      <RecordSection
        title="Đơn hàng"
        items={Object.entries(facts).flatMap(([name, item]) =>
          head_facts.some((head) => head === name) ? [] : [item],
        )}
      />
    </RecordView>
  )
}

/** The orders bought together with it: one payment, but each is refunded by itself. */
function Purchase({ row: { order_id, purchase } }: { row: OrderDetailRow }) {
  const total = purchase.reduce((sum, order) => sum + order.total, 0)
  return (
    <RecordSection title="Mua nhiều kỳ" note={`${numberText(purchase.length)} kỳ · ${moneyText(total)}`}>
      <RecordList
        items={purchase.map((bought) => ({
          key: bought.order_id,
          title:
            bought.order_id === order_id ? (
              bought.period_code
            ) : (
              <PageLink search={{ order: String(bought.order_id) }}>{bought.period_code}</PageLink>
            ),
          badge: show(infoOf(Order.shape.status), bought.status),
          action: <Text>{moneyText(bought.total)}</Text>,
          lines: bought.order_id === order_id ? ['Đơn này'] : [String(bought.order_id)],
        }))}
      />
    </RecordSection>
  )
}

/** Problems are shown first. */
function Fault({ row }: { row: OrderDetailRow }) {
  if (row.status === orderStatus.reported)
    return (
      <Banner kind="error" title={`${row.reported_by_name ?? ''} báo lỗi`.trim()}>
        <Stack gap={2}>
          <Text>{row.report_reason}</Text>
          {row.report_image && <Pictures pictures={[row.report_image]} label="Ảnh báo lỗi" />}
        </Stack>
      </Banner>
    )
  if (row.status === orderStatus.refunding)
    return (
      <Banner kind="warning" title={`Chờ ${row.vendor_name ?? 'nguồn thanh toán'} hoàn ${moneyText(row.total)}`}>
        {row.end_reason}
      </Banner>
    )
  if (row.status === orderStatus.refunded || row.status === orderStatus.cancelled)
    return (
      <Banner kind="info" title={row.status === orderStatus.refunded ? `Đã hoàn ${moneyText(row.total)}` : 'Đã hủy'}>
        {row.end_reason ?? row.report_reason}
      </Banner>
    )
  return null
}
