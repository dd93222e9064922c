/** What can be done to a whole set, the same in the list and beside its details; with the dialogs that it takes. */
import { useState } from 'react'
import type { RowAct } from '#web/act.tsx'
import { HistoryDrawer } from '#web/history.tsx'
import { useRights } from '#web/rights.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useEditor } from '#web/use-editor.ts'
import { touched } from '#features/tickets/touched.rules.ts'
import type { GroupEditorProps } from './group-editor.screen.tsx'
import type { Group } from './group-words.screen.tsx'
import type { SetsEditorProps } from './sets-editor.screen.tsx'
import { ticketGroup } from './ticket-group.contract.ts'
import { setNumber, whyNotChange, whyNotDelete, whyNotTransfer } from './ticket-group.rules.ts'

const SetsEditor = lazyPart(() => import('./sets-editor.screen.tsx'), {
  wanted: ({ editor }: SetsEditorProps) => editor.session !== null && editor.session.row === null,
})
const GroupEditor = lazyPart(() => import('./group-editor.screen.tsx'), {
  wanted: ({ editor }: GroupEditorProps) => editor.session !== null && editor.session.row !== null,
})
const TransferDialog = lazyPart(() => import('./group-transfer.screen.tsx'))
const DeleteDialog = lazyPart(() => import('./group-delete.screen.tsx'))

type Asking = { act: 'transfer' | 'delete' | 'history'; set: Group }

export function useGroupActs(onGone: () => void) {
  const { me } = useRights()
  const [asking, ask] = useState<Asking | null>(null)
  const editor = useEditor({
    add: ticketGroup.add,
    update: ticketGroup.update,
    blank: { tickets: [] },
    touches: touched,
  })
  const transfer = (set: Group): RowAct => ({
    call: ticketGroup.transfer,
    label: 'Chuyển kho',
    icon: 'swap',
    whyNot: whyNotTransfer(set),
    run: () => ask({ act: 'transfer', set }),
  })
  const actsOf = (set: Group): RowAct[] => [
    {
      call: ticketGroup.update,
      label: 'Sửa',
      icon: 'pencil',
      whyNot: whyNotChange(set),
      run: () => editor.open(set),
    },
    // Only the head office sees both sides.
    ...(me.base_id === null ? [transfer(set)] : []),
    {
      call: ticketGroup.delete,
      label: 'Xóa',
      icon: 'trash',
      danger: true,
      whyNot: whyNotDelete(set),
      run: () => ask({ act: 'delete', set }),
    },
  ]
  // Beside the details it has a tab.
  const pastOf = (set: Group): RowAct => ({
    call: ticketGroup.list,
    label: 'Lịch sử',
    icon: 'history',
    run: () => ask({ act: 'history', set }),
  })
  const done = () => ask(null)
  const dialogs = (
    <>
      <SetsEditor editor={editor} />
      <GroupEditor editor={editor} />
      {asking?.act === 'transfer' && <TransferDialog set={asking.set} onClose={done} />}
      {asking?.act === 'delete' && <DeleteDialog set={asking.set} onClose={done} onDeleted={onGone} />}
      {asking?.act === 'history' && (
        <HistoryDrawer
          table="ticket_group"
          id={asking.set.ticket_group_id}
          title={`${asking.set.group_code} · ${setNumber(asking.set)}`}
          onClose={done}
        />
      )}
    </>
  )
  return { add: () => editor.open(), actsOf, pastOf, dialogs }
}
