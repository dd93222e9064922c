import { ListScreen } from '#web/list/list-screen.tsx'
import { useList } from '#web/list/use-list.ts'
import { importApprovalPage } from '#features/tickets/pages.contract.ts'
import { useSlipActs } from './slip-acts.screen.tsx'
import { Slips, useOpenSlip } from './slips.screen.tsx'
import { importStatus, ticketImport } from './ticket-import.contract.ts'

const preset = { status: importStatus.waiting }

export default function ApprovalScreen() {
  const list = useList(ticketImport.list, {}, preset)
  const record = useOpenSlip(list)
  const { actsOf, dialogs } = useSlipActs(record.close)
  return (
    <ListScreen
      page={importApprovalPage}
      subtitle="Vé chỉ vào kho khi người khác duyệt phiếu: người lập và người sửa phiếu không tự duyệt được."
    >
      <Slips list={list} record={record} actsOf={actsOf} />
      {dialogs}
    </ListScreen>
  )
}
