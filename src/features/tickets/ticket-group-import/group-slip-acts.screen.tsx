/** The actions on a slip of ticket groups, for the list and the details, with the dialogs that they open. */
import { useState } from 'react'
import type { RowAct } from '#web/action/act.tsx'
import { useWrite } from '#web/call/api.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { useRights } from '#web/session/rights.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import type { GroupSlipRow } from '#features/tickets/ticket-group/group-texts.screen.tsx'
import { ticketGroup } from '#features/tickets/ticket-group/ticket-group.contract.ts'
import { whyNotApprove, whyNotDeleteSlip } from '#features/tickets/ticket-group/ticket-group.rules.ts'

const Question = lazyPart(() => import('./group-slip-question.screen.tsx'))
const DeleteDialog = lazyPart(() => import('./group-slip-delete.screen.tsx'))

export function useGroupSlipActs(onGone: () => void) {
  const { me } = useRights()
  const [dialog, setDialog] = useState<{ act: 'delete' | 'history'; slip: GroupSlipRow } | null>(null)
  const approve = useWrite(ticketGroup.approve, {
    invalidates: invalidated,
    onSuccess: ({ rows: [row] }) => {
      if (row?.outcome === 'done') toast.success('Đã duyệt phiếu, vé đã vào kho.')
      else toast.warning(row?.reason ?? 'Phiếu chưa được duyệt.')
    },
  })
  const actsOf = (slip: GroupSlipRow): RowAct[] => [
    {
      call: ticketGroup.approve,
      label: 'Duyệt',
      icon: 'check',
      whyNot: whyNotApprove(slip, me),
      confirm: { title: `Duyệt phiếu ${slip.import_code}`, message: <Question slip={slip} /> },
      run: () => approve.mutate({ ids: [slip.ticket_group_import_id], expected: 1, version: slip.version }),
    },
    {
      call: ticketGroup.delete,
      label: 'Xóa',
      icon: 'trash',
      danger: true,
      whyNot: whyNotDeleteSlip(slip),
      run: () => setDialog({ act: 'delete', slip }),
    },
  ]
  /** A separate act for the list, because the details have a tab for the history. */
  const historyOf = (slip: GroupSlipRow): RowAct => ({
    call: ticketGroup.importList,
    label: 'Lịch sử',
    icon: 'history',
    run: () => setDialog({ act: 'history', slip }),
  })
  const close = () => setDialog(null)
  const dialogs = (
    <>
      {dialog?.act === 'delete' && <DeleteDialog slip={dialog.slip} onClose={close} onDeleted={onGone} />}
      {dialog?.act === 'history' && (
        <HistoryDrawer
          table="ticket_group_import"
          id={dialog.slip.ticket_group_import_id}
          title={dialog.slip.import_code}
          onClose={close}
        />
      )}
    </>
  )
  return { actsOf, historyOf, dialogs }
}
