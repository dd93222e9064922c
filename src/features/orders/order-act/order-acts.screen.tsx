import { useState } from 'react'
import type { RowAct } from '#web/action/act.tsx'
import { HistoryDrawer } from '#web/record/history.tsx'
import { useRights } from '#web/session/rights.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { allows } from '#contract/lifecycle.ts'
import type { OrderForActs, SeenOrder } from '#features/orders/order/order-row.screen.tsx'
import { handling, orderLife, orderStatus } from '#features/orders/order/order.contract.ts'
import { whyNot, type ActFacts, type OrderAct } from './order-act.rules.ts'
import { orders } from '#features/orders/order/transaction.contract.ts'

const ActDialog = lazyPart(() => import('./order-act-dialog.screen.tsx'))

interface DialogState {
  act: OrderAct | 'history'
  row: SeenOrder
}

/**
 * The acts on an order that went wrong. `actsOf` gives those that its status has, each with why it is not possible now;
 * `confirmOf` and `historyOf` are for details; `dialogs` must be rendered once.
 */
export function useOrderActs() {
  const { me } = useRights()
  const [dialog, setDialog] = useState<DialogState | null>(null)

  const act = <A extends OrderAct>(
    name: A,
    row: SeenOrder & ActFacts<A>,
    words: Omit<RowAct, 'run' | 'whyNot'>,
  ): RowAct => ({
    ...words,
    whyNot: whyNot(name, row, me)?.message ?? null,
    run: () => setDialog({ act: name, row }),
  })

  /** Records that the source of the money has refunded it. */
  const confirmOf = (row: SeenOrder & ActFacts<'refund'>): RowAct =>
    act('refund', row, { call: orders.changeStatus, label: 'Xác nhận đã hoàn', icon: 'check-circle' })
  const actsOf = (row: OrderForActs): RowAct[] => {
    const report = act('report', row, { call: orders.report, label: 'Báo lỗi', icon: 'alert' })
    const accept = act('accept_report', row, { call: orders.changeStatus, label: 'Duyệt hoàn tiền', icon: 'check' })
    const reject = act('reject_report', row, { call: orders.rejectReport, label: 'Từ chối báo lỗi', icon: 'close' })
    const finish = act('finish', row, { call: orders.changeStatus, label: 'Hoàn thành đơn', icon: 'check-circle' })
    // Possible acts come first; those that are never possible in this state are hidden.
    if (allows(orderLife.moves.accept_report, row.status)) return [accept, reject]
    if (row.status === orderStatus.refunding) return [confirmOf(row)]
    if (row.status === orderStatus.processing && row.handling !== handling.device) return [finish, report]
    return [report]
  }
  /** In the details it is a button of its own. */
  const historyOf = (row: SeenOrder): RowAct => ({
    call: orders.detail,
    label: 'Lịch sử',
    icon: 'history',
    run: () => setDialog({ act: 'history', row }),
  })
  const done = () => setDialog(null)
  const dialogs = (
    <>
      {dialog && dialog.act !== 'history' && <ActDialog row={dialog.row} act={dialog.act} onClose={done} />}
      {dialog?.act === 'history' && (
        <HistoryDrawer
          table="sale_order"
          id={dialog.row.order_id}
          title={`Đơn ${dialog.row.order_id}`}
          onClose={done}
        />
      )}
    </>
  )
  return { actsOf, confirmOf, historyOf, dialogs }
}
