/** The acts on an order of a queue, for its list and its dialog, with their dialogs. */
import { useMemo, useState } from 'react'
import { navigate } from '#web/route/location.ts'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { useWrite } from '#web/call/api.ts'
import { serverNow } from '#web/call/clock.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { useRights } from '#web/session/rights.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { orderLife } from '#features/orders/order/order.contract.ts'
import { whyNot as whyNotOnOrder } from '#features/orders/order-act/order-act.rules.ts'
import { orders } from '#features/orders/order/transaction.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { allows } from '#contract/lifecycle.ts'
import { processStatus, transactionProcess } from './process.contract.ts'
import { isTakenBy, whyNot } from './process.rules.ts'
import { callsOf, invalidated, type ProcessRow, type QueuePage } from './process-parts.screen.tsx'

const OrderActDialog = lazyPart(() => import('#features/orders/order-act/order-act-dialog.screen.tsx'))

interface OpenDialog {
  kind: 'report' | 'history'
  row: ProcessRow
}

/** @param open opens an order, by its number */
export function useProcessActs(page: QueuePage, open: (process_id: number) => void) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { workActsOf, resume } = useWorkActs(page, open)
  const reportOf = useReportAct((row) => setDialog({ kind: 'report', row }))
  const actsOf = (row: ProcessRow): RowAct[] => [
    ...(needsTicket(row) ? workActsOf(row) : []),
    reportOf(row),
    {
      call: transactionProcess.detail,
      label: 'Lịch sử',
      icon: 'history',
      run: () => setDialog({ kind: 'history', row }),
    },
  ]
  const dialogs = dialog && <ProcessDialog {...dialog} onClose={() => setDialog(null)} />
  return { actsOf, reportOf, resume, dialogs }
}

/** Taking an order from the queue, going on with it, and giving it back. */
function useWorkActs(page: QueuePage, open: (process_id: number) => void) {
  const { me } = useRights()
  const { take, release } = useMemo(() => callsOf(page), [page])
  const taking = useAct(take, {
    success: 'Đã nhận đơn.',
    invalidates: invalidated,
    onDone: (_, { process_ids }) => open(process_ids[0]!),
  })
  const renewing = useWrite(take, { invalidates: invalidated })
  const releasing = useAct(release, { success: 'Đã trả đơn lại hàng đợi.', invalidates: invalidated })

  /** Opens an order that the person has taken; after its time is over it is taken anew, if it can still be done. */
  const resume = (row: ProcessRow) => {
    open(row.process_id)
    const is_lapsed = isPast(row.hold_until)
    if (is_lapsed && !whyNot('take', { ...row, is_lapsed }, me.user_id))
      renewing.mutate({ process_ids: [row.process_id] })
  }
  const workActsOf = (row: ProcessRow): RowAct[] => {
    const process_ids = [row.process_id]
    if (isTakenBy(row, me.user_id))
      return [
        { call: take, label: 'Làm tiếp', icon: 'arrow-right', run: () => resume(row) },
        {
          call: release,
          label: 'Trả lại hàng đợi',
          icon: 'undo',
          whyNot: whyNot('release', row, me.user_id)?.message,
          run: () => releasing.mutate({ process_ids }),
        },
      ]
    return [
      {
        call: take,
        label: 'Nhận đơn',
        icon: 'check',
        whyNot: whyNot('take', row, me.user_id)?.message,
        run: () => taking.mutate({ process_ids }),
      },
    ]
  }
  return { workActsOf, resume }
}

/** Reports that the ticket is torn or lost; without that right, links to the order. */
function useReportAct(report: (row: ProcessRow) => void) {
  const { me, can } = useRights()
  return (row: ProcessRow): RowAct => {
    if (needsTicket(row) && can(orders.report)) {
      // An order without a ticket can be reported however long ago it was paid.
      const order = { ...row, status: row.order_status, is_report_open: true, is_drawn: false }
      return {
        call: orders.report,
        label: 'Báo lỗi',
        icon: 'alert',
        whyNot: whyNotOnOrder('report', order, me)?.message,
        run: () => report(row),
      }
    }
    return {
      call: orders.detail,
      label: 'Xem giao dịch',
      icon: 'list',
      run: () => navigate({ to: transactionPage.url, search: { order: String(row.process_id) } }),
    }
  }
}

function ProcessDialog({ kind, row, onClose }: OpenDialog & { onClose: () => void }) {
  const { process_id, version } = row
  return kind === 'report' ? (
    <OrderActDialog row={{ order_id: process_id, version }} act="report" onClose={onClose} />
  ) : (
    <HistoryDrawer table="sale_order" id={process_id} title={`Đơn ${process_id}`} onClose={onClose} />
  )
}

const isPast = (moment: string | null) => moment !== null && Date.parse(moment) <= serverNow()

/** Whether the order is paid and has no ticket yet. */
function needsTicket({ status, order_status }: ProcessRow): boolean {
  return status !== processStatus.done && allows(orderLife.moves.report, order_status)
}
