/** Slips of ticket groups to approve; the list starts with the waiting ones. */
import { useRights } from '#web/session/rights.ts'
import type { BulkSetup } from '#web/action/bulk.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { dayFilter } from '#web/filter/day-filter.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Signals } from '#web/record/signals.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useList } from '#web/list/use-list.ts'
import { groupApprovalPage } from '#features/tickets/pages.contract.ts'
import { stockFilters } from '#features/tickets/stock/stock-choices.screen.tsx'
import { riskSignalsOf } from '#features/tickets/slip-signals.rules.ts'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { useGroupSlipActs } from './group-slip-acts.screen.tsx'
import type { GroupSlipRow } from '#features/tickets/ticket-group/group-texts.screen.tsx'
import type { GroupSlipDetailProps } from './group-slip-detail.screen.tsx'
import { groupSlipStatus, ticketGroup } from '#features/tickets/ticket-group/ticket-group.contract.ts'

const GroupSlipDetail = lazyPart(() => import('./group-slip-detail.screen.tsx'), {
  mountWhen: ({ record }: GroupSlipDetailProps) => record.id !== null,
})

const preset = { status: groupSlipStatus.waiting }

const bulk: BulkSetup<GroupSlipRow> = {
  preview: ticketGroup.approvePreview,
  run: ticketGroup.approve,
  idOf: (slip) => slip.ticket_group_import_id,
  amountOf: (slip) => slip.amount,
  actions: [{ value: 'approve', label: 'Duyệt', icon: 'check' }],
  invalidates: invalidated,
}

export default function GroupApprovalScreen() {
  const { me } = useRights()
  const slips = useList(ticketGroup.importList, {}, preset)
  const record = useOpenRecord(slips, 'ticket_group_import_id', (slip) => slip.ticket_group_import_id)
  const { actsOf, historyOf, dialogs } = useGroupSlipActs(record.close)
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
          { key: 'quantity', width: 88 },
          { key: 'amount', width: 116 },
          { key: 'status', width: 108 },
          {
            key: 'blocked',
            head: 'Dấu hiệu',
            width: 210,
            excel: ['blocked'],
            cell: (slip) => <Signals signals={riskSignalsOf(slip)} wrap={false} />,
          },
          { key: 'set_count', width: 68 },
          { key: 'created_by_name', width: 96 },
          { key: 'created_at', head: 'Thời gian', width: 134 },
          { key: 'approved_by_name', width: 120, hidden: true },
          { key: 'approved_at', hidden: true },
          { key: 'reason', width: 220, hidden: true },
          { key: 'note', width: 200, hidden: true },
          { key: 'updated_by_name', width: 120, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={(slip) => [...actsOf(slip), historyOf(slip)]}
        totalsName={slips.state.status == null ? 'Tổng cộng, không gồm đã xóa' : undefined}
        onOpen={record.open}
        isOpen={record.isOpen}
        bulk={bulk}
        search={
          <SearchBar
            list={slips}
            keyword="Mã phiếu, ghi chú"
            filters={['status', ...stockFilters(me.base_id), dayFilter('open_date')]}
          />
        }
      />
      <GroupSlipDetail record={record} actsOf={actsOf} />
      {dialogs}
    </ListScreen>
  )
}
