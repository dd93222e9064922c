import type { BulkAction, BulkSetup } from '#web/action/bulk.ts'
import { useRights } from '#web/session/rights.ts'
import { invalidated, type TransactionRow } from '#features/orders/order/order-row.screen.tsx'
import { manyOrders, orders } from '#features/orders/order/transaction.contract.ts'

const { note } = manyOrders.act.input.shape

const report: BulkAction = {
  value: 'report',
  label: 'Báo lỗi',
  icon: 'alert',
  reason: {
    name: 'note',
    field: note,
    emptyText: 'Hãy ghi lý do báo lỗi.',
    hint: 'Một lý do cho mọi đơn; các đơn dừng lại cho tới khi người khác duyệt hoặc từ chối.',
  },
}
const accept: BulkAction = {
  value: 'accept_report',
  label: 'Duyệt hoàn tiền',
  icon: 'check',
  verb: 'duyệt hoàn tiền',
  reason: {
    name: 'note',
    field: note,
    emptyText: 'Hãy ghi căn cứ duyệt.',
    hint: 'Một căn cứ cho mọi đơn. Tiền từ ví trở lại ví ngay, không gọi lại được.',
  },
}

/** Reporting many orders, and approving their refunds, for one reason; without the right an action is missing. */
export function useOrderBulk(): BulkSetup<TransactionRow> {
  const { can } = useRights()
  return {
    preview: manyOrders.preview,
    run: manyOrders.act,
    idOf: (row) => row.order_id,
    amountOf: (row) => row.amount,
    actions: [...(can(orders.report) ? [report] : []), ...(can(orders.changeStatus) ? [accept] : [])],
    invalidates: invalidated,
  }
}
