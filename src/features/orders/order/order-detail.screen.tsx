/** An order for whoever looks into it: what was bought, where and how it was paid, what happened to it, and who did what. */
import { useState } from 'react'
import { ActButtons } from '#web/act-buttons.tsx'
import type { RowAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { History } from '#web/history.tsx'
import { show } from '#web/kinds.tsx'
import { ReadFallback } from '#web/fallback.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout.tsx'
import { Pictures } from '#web/ui/pictures.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { Text } from '#web/ui/text.tsx'
import { idIn } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/money-text.ts'
import { OrderEvents } from './order-events.screen.tsx'
import { OrderFacts, OrderMoney } from './order-facts.screen.tsx'
import { OrderLines } from './order-lines.screen.tsx'
import type { ActedRow, OrderDetailRow } from './order-row.screen.tsx'
import { Order, orderStatus } from './order.contract.ts'
import { orders } from './transaction.contract.ts'

export interface OrderDetailProps {
  /** The order's number, as the address has it; null while none is open. */
  opened: string | null
  onClose: () => void
  actsOf: (row: ActedRow) => RowAct[]
}

type Tab = 'info' | 'lines' | 'money' | 'events' | 'history'

export default function OrderDrawer({ opened, onClose, actsOf }: OrderDetailProps) {
  const order_id = idIn(opened)
  const enabled = order_id > 0
  const detail = useRead(orders.detail, { order_id }, { enabled })
  const row = enabled ? detail.data : undefined
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      title={enabled ? `Đơn ${order_id}` : 'Đơn hàng'}
      description={row && `${moneyText(row.total)} · ${row.pos_name}`}
      size="lg"
      footer={
        row && (
          <>
            <Spacer />
            <ActButtons acts={actsOf(row)} />
          </>
        )
      }
    >
      <ReadFallback read={detail} />
      {row && <Opened key={row.order_id} row={row} />}
    </Drawer>
  )
}

function Opened({ row }: { row: OrderDetailRow }) {
  const [tab, setTab] = useState<Tab>('info')
  return (
    <Stack gap={4}>
      <Row>
        {show(infoOf(Order.shape.status), row.status)}
        <CopyButton text={String(row.order_id)} label="Sao chép mã đơn" />
      </Row>
      <Fault row={row} />
      <Tabs<Tab>
        value={tab}
        onChange={setTab}
        aria-label="Chi tiết đơn hàng"
        tabs={[
          { value: 'info', label: 'Thông tin', content: <OrderFacts row={row} /> },
          { value: 'lines', label: 'Bộ số', count: row.lines.length, content: <OrderLines row={row} /> },
          { value: 'money', label: 'Thanh toán', content: <OrderMoney row={row} /> },
          { value: 'events', label: 'Diễn biến', content: <OrderEvents row={row} /> },
          { value: 'history', label: 'Lịch sử', content: <History table="sale_order" id={row.order_id} /> },
        ]}
      />
    </Stack>
  )
}

/** What went wrong stands first. */
function Fault({ row }: { row: OrderDetailRow }) {
  if (row.status === orderStatus.reported)
    return (
      <Banner kind="warning" title={`${row.reported_by_name ?? ''} báo lỗi`.trim()}>
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
