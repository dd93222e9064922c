/** What can be done to a slip of sets, the same in the list and beside its details; with the dialogs that it takes. */
import { useState } from 'react'
import type { RowAct } from '#web/act.tsx'
import { useWrite } from '#web/api.ts'
import { numberText } from '#web/format.ts'
import { HistoryDrawer } from '#web/history.tsx'
import { useRights } from '#web/rights.ts'
import type { Question } from '#web/ui/confirm-dialog.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { moneyWords } from '#web/ui/money-words.ts'
import { Text } from '#web/ui/text.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { moneyText } from '#contract/money-text.ts'
import { touched } from '#features/tickets/touched.rules.ts'
import { drawText, type GroupSlip } from './group-words.screen.tsx'
import { ticketGroup } from './ticket-group.contract.ts'
import { whyNotApprove, whyNotDeleteSlip } from './ticket-group.rules.ts'

const DeleteDialog = lazyPart(() => import('./group-slip-delete.screen.tsx'))

export function useGroupSlipActs(onGone: () => void) {
  const { me } = useRights()
  const [asking, ask] = useState<{ act: 'delete' | 'history'; slip: GroupSlip } | null>(null)
  const approve = useWrite(ticketGroup.approve, {
    touches: touched,
    onSuccess: ({ rows: [row] }) => {
      if (row?.outcome === 'done') toast.success('Đã duyệt phiếu, vé đã vào kho.')
      else toast.warning(row?.reason ?? 'Phiếu chưa được duyệt.')
    },
  })
  const actsOf = (slip: GroupSlip): RowAct[] => [
    {
      call: ticketGroup.approve,
      label: 'Duyệt',
      icon: 'check',
      whyNot: whyNotApprove(slip, me.user_id),
      confirm: approvalOf(slip),
      run: () => approve.mutate({ ids: [slip.ticket_group_import_id], expected: 1, version: slip.version }),
    },
    {
      call: ticketGroup.delete,
      label: 'Xóa',
      icon: 'trash',
      danger: true,
      whyNot: whyNotDeleteSlip(slip),
      run: () => ask({ act: 'delete', slip }),
    },
  ]
  // Beside the details it has a tab.
  const pastOf = (slip: GroupSlip): RowAct => ({
    call: ticketGroup.importList,
    label: 'Lịch sử',
    icon: 'history',
    run: () => ask({ act: 'history', slip }),
  })
  const done = () => ask(null)
  const dialogs = (
    <>
      {asking?.act === 'delete' && <DeleteDialog slip={asking.slip} onClose={done} onDeleted={onGone} />}
      {asking?.act === 'history' && (
        <HistoryDrawer
          table="ticket_group_import"
          id={asking.slip.ticket_group_import_id}
          title={asking.slip.import_code}
          onClose={done}
        />
      )}
    </>
  )
  return { actsOf, pastOf, dialogs }
}

/** How many sets and tickets for how much money come into which stock: what the second person answers for. */
function approvalOf(slip: GroupSlip): Question {
  const { import_code, base_name, set_count, quantity, amount } = slip
  return {
    title: `Duyệt phiếu ${import_code}`,
    message: (
      <Stack gap={2}>
        <Text>
          {numberText(set_count)} cặp, {numberText(quantity)} vé {drawText(slip)} vào {base_name}, tổng{' '}
          {moneyText(amount)}.
        </Text>
        <Text strong>{moneyWords(amount)}</Text>
        <Text tone="muted">Vé vào kho và bán được ngay. Cặp đã duyệt không đổi số được nữa.</Text>
      </Stack>
    ),
  }
}
