/** Slips of whole sets for those who approve them; it begins with what waits. */
import { useRights } from '#web/rights.ts'
import type { BulkSetup } from '#web/bulk.ts'
import { DataTable } from '#web/data-table.tsx'
import { dayFilter } from '#web/day-filter.tsx'
import { ListScreen } from '#web/list-screen.tsx'
import { SearchBar } from '#web/search-bar.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useAddressValue, useList } from '#web/use-list.ts'
import { groupApprovalPage } from '#features/tickets/pages.contract.ts'
import { placeFilters } from '#features/tickets/stock/place-choices.screen.tsx'
import { touched } from '#features/tickets/touched.rules.ts'
import { useGroupSlipActs } from './group-slip-acts.screen.tsx'
import type { GroupSlip } from './group-words.screen.tsx'
import type { GroupSlipDetailProps } from './group-slip-detail.screen.tsx'
import { slipStatus, ticketGroup } from './ticket-group.contract.ts'

const GroupSlipDetail = lazyPart(() => import('./group-slip-detail.screen.tsx'), {
  wanted: ({ opened }: GroupSlipDetailProps) => opened !== null,
})

const preset = { status: slipStatus.waiting }

const bulk: BulkSetup<GroupSlip> = {
  preview: ticketGroup.approvePreview,
  run: ticketGroup.approve,
  idOf: (slip) => slip.ticket_group_import_id,
  actions: [{ value: 'approve', label: 'Duyệt', icon: 'check' }],
  touches: touched,
}

export default function GroupApprovalScreen() {
  const { me } = useRights()
  const slips = useList(ticketGroup.importList, {}, preset)
  const [opened, open] = useAddressValue('ticket_group_import_id')
  const { actsOf, pastOf, dialogs } = useGroupSlipActs(() => open(null))
  return (
    <ListScreen
      page={groupApprovalPage}
      subtitle="Vé chỉ vào kho khi người khác duyệt phiếu: người lập và người sửa phiếu không tự duyệt được."
    >
      <DataTable
        list={slips}
        noun="phiếu cặp nguyên"
        columns={[
          { key: 'import_code', width: 92 },
          ...(me.base_id === null ? [{ key: 'base_name' as const, width: 116 }] : []),
          { key: 'area_name', width: 118 },
          { key: 'open_date', head: 'Ngày', width: 100 },
          { key: 'set_count', width: 68 },
          { key: 'quantity', width: 88 },
          { key: 'amount', width: 116 },
          { key: 'created_by_name', width: 96 },
          { key: 'created_at', head: 'Thời gian', width: 134 },
          { key: 'status', width: 108 },
          { key: 'approved_by_name', width: 120, hidden: true },
          { key: 'approved_at', hidden: true },
          { key: 'reason', width: 220, hidden: true },
          { key: 'note', width: 200, hidden: true },
          { key: 'updated_by_name', width: 120, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={(slip) => [...actsOf(slip), pastOf(slip)]}
        onOpen={(slip) => open(String(slip.ticket_group_import_id))}
        isOpen={(slip) => String(slip.ticket_group_import_id) === opened}
        bulk={bulk}
        search={
          <SearchBar
            list={slips}
            keyword="Mã phiếu, ghi chú"
            filters={['status', ...placeFilters(me.base_id), dayFilter('open_date')]}
          />
        }
      />
      <GroupSlipDetail opened={opened} onClose={() => open(null)} actsOf={actsOf} />
      {dialogs}
    </ListScreen>
  )
}
