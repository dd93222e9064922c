import { Act } from '#web/action/act.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { dayFilter } from '#web/filter/day-filter.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useList } from '#web/list/use-list.ts'
import { ticketGroupPage } from '#features/tickets/pages.contract.ts'
import { stockFilters } from '#features/tickets/stock/stock-choices.screen.tsx'
import { useTicketGroupActs } from './group-acts.screen.tsx'
import type { TicketGroupDetailProps } from './group-detail.screen.tsx'
import { GroupNumber } from './group-texts.screen.tsx'
import { ticketGroup } from './ticket-group.contract.ts'

const TicketGroupDetail = lazyPart(() => import('./group-detail.screen.tsx'), {
  mountWhen: ({ record }: TicketGroupDetailProps) => record.id !== null,
})

export default function TicketGroupScreen() {
  const { me } = useRights()
  const groups = useList(ticketGroup.list)
  const record = useOpenRecord(groups, 'ticket_group_id', (group) => group.ticket_group_id)
  const { add, actsOf, historyOf, dialogs } = useTicketGroupActs(record.close)
  const addButton = (
    <Act call={ticketGroup.add} variant="primary" icon="plus" onClick={add}>
      Nhập cặp
    </Act>
  )
  return (
    <ListScreen page={ticketGroupPage} actions={addButton}>
      <DataTable
        list={groups}
        noun="cặp nguyên"
        columns={[
          { key: 'group_code', width: 90 },
          { key: 'number', width: 86, cell: (group) => <GroupNumber group={group} /> },
          { key: 'status', width: 108 },
          { key: 'area_name', width: 116 },
          { key: 'open_date', head: 'Ngày', width: 100 },
          { key: 'quantity', width: 82 },
          { key: 'price', width: 108 },
          { key: 'sold', width: 66 },
          { key: 'in_stock', width: 66 },
          ...(me.base_id === null ? [{ key: 'base_name' as const, width: 118 }] : []),
          { key: 'kind', width: 140 },
          { key: 'series_count', hidden: true },
          { key: 'import_code', width: 110, hidden: true },
          { key: 'created_by_name', width: 120, hidden: true },
          { key: 'created_at', hidden: true },
          { key: 'updated_by_name', width: 130, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={(group) => [...actsOf(group), historyOf(group)]}
        totalsName={groups.state.status == null ? 'Tổng cộng, không gồm đã xóa' : undefined}
        onOpen={record.open}
        isOpen={record.isOpen}
        start={addButton}
        search={
          <SearchBar
            list={groups}
            keyword="Mã cặp, số"
            filters={[...stockFilters(me.base_id), dayFilter('open_date'), 'kind', 'status']}
          />
        }
      />
      <TicketGroupDetail record={record} actsOf={actsOf} />
      {dialogs}
    </ListScreen>
  )
}
