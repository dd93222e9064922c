import { useState } from 'react'
import { ListScreen } from '#web/list-screen.tsx'
import { useRights } from '#web/rights.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useAddressValue, useList } from '#web/use-list.ts'
import { importApprovalPage } from '#features/tickets/pages.contract.ts'
import { useSlipActs } from './slip-acts.screen.tsx'
import type { Slip } from './slip.screen.tsx'
import type { SlipDetailProps } from './slip-detail.screen.tsx'
import { Slips } from './slips.screen.tsx'
import { importStatus, ticketImport } from './ticket-import.contract.ts'
import { whyNotApprove } from './ticket-import.rules.ts'

const SlipDetail = lazyPart(() => import('./slip-detail.screen.tsx'), {
  wanted: ({ opened }: SlipDetailProps) => opened !== null,
})

const preset = { status: importStatus.waiting }

export default function ApprovalScreen() {
  const { me } = useRights()
  const list = useList(ticketImport.list, {}, preset)
  const [opened, open] = useAddressValue('ticket_import_id')
  const next = useNext(list.rows, opened, me.user_id)
  const { actsOf, dialogs } = useSlipActs(() => open(null))
  return (
    <ListScreen
      page={importApprovalPage}
      subtitle="Vé chỉ vào kho khi người khác duyệt phiếu: người lập và người sửa phiếu không tự duyệt được."
    >
      <Slips list={list} actsOf={actsOf} opened={opened} onOpen={open} />
      <SlipDetail
        opened={opened}
        onClose={() => open(null)}
        actsOf={actsOf}
        next={next && { label: next.import_code, open: () => open(String(next.ticket_import_id)) }}
      />
      {dialogs}
    </ListScreen>
  )
}

/** The slip after the open one that this person may approve. An approved one leaves the list, and then the one in its place is next. */
function useNext(rows: readonly Slip[], opened: string | null, user_id: number): Slip | undefined {
  const [place, setPlace] = useState(0)
  const at = rows.findIndex((slip) => String(slip.ticket_import_id) === opened)
  if (at >= 0 && at !== place) setPlace(at)
  const from = at >= 0 ? at + 1 : place
  const inOrder = [...rows.slice(from), ...rows.slice(0, from)]
  return inOrder.find((slip) => String(slip.ticket_import_id) !== opened && whyNotApprove(slip, user_id) === null)
}
