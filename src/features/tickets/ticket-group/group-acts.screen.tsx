/** The actions on a ticket group, for the list and the details, with the dialogs that they open. */
import { useState } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { HistoryDrawer } from '#web/record/history.tsx'
import { useRights } from '#web/session/rights.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import type { TicketGroupEditorProps } from './group-editor.screen.tsx'
import type { TicketGroupRow } from './group-texts.screen.tsx'
import type { GroupSlipEditorProps } from '#features/tickets/ticket-group-import/group-slip-editor.screen.tsx'
import { ticketReturn } from '#features/tickets/ticket-return/ticket-return.contract.ts'
import { ticketGroup } from './ticket-group.contract.ts'
import { groupNumber, whyNotChange, whyNotDelete, whyNotMoveWhole } from './ticket-group.rules.ts'

const GroupSlipEditor = lazyPart(() => import('#features/tickets/ticket-group-import/group-slip-editor.screen.tsx'), {
  mountWhen: ({ editor }: GroupSlipEditorProps) => editor.session !== null && editor.session.row === null,
})
const TicketGroupEditor = lazyPart(() => import('./group-editor.screen.tsx'), {
  mountWhen: ({ editor }: TicketGroupEditorProps) => editor.session !== null && editor.session.row !== null,
})
const TransferDialog = lazyPart(() => import('./group-transfer.screen.tsx'))
const ReturnDialog = lazyPart(() => import('./group-return.screen.tsx'))
const DeleteDialog = lazyPart(() => import('./group-delete.screen.tsx'))

type OpenDialog = { act: 'transfer' | 'return' | 'delete' | 'history'; group: TicketGroupRow }

export function useTicketGroupActs(onGone: () => void) {
  const { me } = useRights()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const editor = useEditor({
    add: ticketGroup.add,
    update: ticketGroup.update,
    blank: { tickets: [] },
    invalidates: invalidated,
  })
  const transfer = (group: TicketGroupRow): RowAct => ({
    call: ticketGroup.transfer,
    label: 'Chuyển kho',
    icon: 'swap',
    whyNot: whyNotMoveWhole(group),
    run: () => setDialog({ act: 'transfer', group }),
  })
  const split = useAct(ticketGroup.split, { success: 'Đã tách cặp thành vé lẻ.', invalidates: invalidated })
  const actsOf = (group: TicketGroupRow): RowAct[] => [
    {
      call: ticketGroup.update,
      label: 'Sửa',
      icon: 'pencil',
      whyNot: whyNotChange(group),
      run: () => editor.open(group),
    },
    // Only the head office sees both stores.
    ...(me.base_id === null ? [transfer(group)] : []),
    {
      call: ticketGroup.split,
      label: 'Tách cặp',
      icon: 'grid',
      whyNot: whyNotMoveWhole(group),
      confirm: `Tách ${group.group_code} thành ${group.quantity} vé lẻ? Từ đó vé được bán và hoàn từng tờ, không ghép lại thành cặp.`,
      run: () => split.mutate({ ticket_group_id: group.ticket_group_id, version: group.version }),
    },
    {
      call: ticketReturn.returnBatch,
      label: 'Hoàn vé',
      icon: 'undo',
      whyNot: whyNotMoveWhole(group),
      run: () => setDialog({ act: 'return', group }),
    },
    {
      call: ticketGroup.delete,
      label: 'Xóa',
      icon: 'trash',
      danger: true,
      whyNot: whyNotDelete(group),
      run: () => setDialog({ act: 'delete', group }),
    },
  ]
  // The details have a tab for it.
  const historyOf = (group: TicketGroupRow): RowAct => ({
    call: ticketGroup.list,
    label: 'Lịch sử',
    icon: 'history',
    run: () => setDialog({ act: 'history', group }),
  })
  const close = () => setDialog(null)
  const dialogs = (
    <>
      <GroupSlipEditor editor={editor} />
      <TicketGroupEditor editor={editor} />
      {dialog?.act === 'transfer' && <TransferDialog group={dialog.group} onClose={close} />}
      {dialog?.act === 'return' && <ReturnDialog group={dialog.group} onClose={close} />}
      {dialog?.act === 'delete' && <DeleteDialog group={dialog.group} onClose={close} onDeleted={onGone} />}
      {dialog?.act === 'history' && (
        <HistoryDrawer
          table="ticket_group"
          id={dialog.group.ticket_group_id}
          title={`${dialog.group.group_code} · ${groupNumber(dialog.group)}`}
          onClose={close}
        />
      )}
    </>
  )
  return { add: () => editor.open(), actsOf, historyOf, dialogs }
}
