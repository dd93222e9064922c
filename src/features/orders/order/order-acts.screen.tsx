/** What can be done to an order that went wrong, the same in the lists and beside its details; with the dialogs that it takes. */
import { useState } from 'react'
import type { RowAct } from '#web/act.tsx'
import { HistoryDrawer } from '#web/history.tsx'
import { useRights } from '#web/rights.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { allowed } from '#contract/life.ts'
import type { ActedRow, SeenOrder } from './order-row.screen.tsx'
import { handling, orderLife, orderStatus } from './order.contract.ts'
import { whyNot, type AskedFor, type OrderAct } from './order.rules.ts'
import { orders } from './transaction.contract.ts'

const ActDialog = lazyPart(() => import('./order-act-dialog.screen.tsx'))

interface Asking {
  act: OrderAct | 'history'
  row: SeenOrder
}

export function useOrderActs() {
  const { me } = useRights()
  const [asking, ask] = useState<Asking | null>(null)

  const act = <A extends OrderAct>(
    name: A,
    row: SeenOrder & AskedFor<A>,
    words: Omit<RowAct, 'run' | 'whyNot'>,
  ): RowAct => ({
    ...words,
    whyNot: whyNot(name, row, me)?.message ?? null,
    run: () => ask({ act: name, row }),
  })

  /** That the source of the money has given it back. */
  const confirmOf = (row: SeenOrder & AskedFor<'refund'>): RowAct =>
    act('refund', row, { call: orders.changeStatus, label: 'Xác nhận đã hoàn', icon: 'check-circle' })
  const actsOf = (row: ActedRow): RowAct[] => {
    const report = act('report', row, { call: orders.report, label: 'Báo lỗi', icon: 'alert' })
    const accept = act('accept_report', row, { call: orders.changeStatus, label: 'Duyệt hoàn tiền', icon: 'check' })
    const reject = act('reject_report', row, { call: orders.rejectReport, label: 'Từ chối báo lỗi', icon: 'close' })
    const finish = act('finish', row, { call: orders.changeStatus, label: 'Hoàn thành đơn', icon: 'check-circle' })
    // What can be done in this state comes first; what never can is not shown at all.
    if (allowed(orderLife.accept_report, row.status)) return [accept, reject]
    if (row.status === orderStatus.refunding) return [confirmOf(row)]
    if (row.status === orderStatus.processing && row.handling !== handling.device) return [finish, report]
    return [report]
  }
  /** Beside the details it stands by itself. */
  const historyOf = (row: SeenOrder): RowAct => ({
    call: orders.detail,
    label: 'Lịch sử',
    icon: 'history',
    run: () => ask({ act: 'history', row }),
  })
  const done = () => ask(null)
  const dialogs = (
    <>
      {asking && asking.act !== 'history' && <ActDialog row={asking.row} act={asking.act} onClose={done} />}
      {asking?.act === 'history' && (
        <HistoryDrawer
          table="sale_order"
          id={asking.row.order_id}
          title={`Đơn ${asking.row.order_id}`}
          onClose={done}
        />
      )}
    </>
  )
  return { actsOf, confirmOf, historyOf, dialogs }
}
