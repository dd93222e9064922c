import { Act } from '#web/act.tsx'
import { DataTable } from '#web/data-table.tsx'
import { dayFilter } from '#web/day-filter.tsx'
import { ListScreen } from '#web/list-screen.tsx'
import { useRights } from '#web/rights.ts'
import { SearchBar } from '#web/search-bar.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { useAddressValue, useList } from '#web/use-list.ts'
import { ticketGroupPage } from '#features/tickets/pages.contract.ts'
import { placeFilters } from '#features/tickets/stock/place-choices.screen.tsx'
import { useGroupActs } from './group-acts.screen.tsx'
import type { GroupDetailProps } from './group-detail.screen.tsx'
import { Digits } from './group-words.screen.tsx'
import { ticketGroup } from './ticket-group.contract.ts'

const GroupDetail = lazyPart(() => import('./group-detail.screen.tsx'), {
  wanted: ({ opened }: GroupDetailProps) => opened !== null,
})

export default function TicketGroupScreen() {
  const { me } = useRights()
  const sets = useList(ticketGroup.list)
  const [opened, open] = useAddressValue('ticket_group_id')
  const { add, actsOf, pastOf, dialogs } = useGroupActs(() => open(null))
  const addButton = (
    <Act call={ticketGroup.add} variant="primary" icon="plus" onClick={add}>
      Nhập cặp
    </Act>
  )
  return (
    <ListScreen page={ticketGroupPage} actions={addButton}>
      <DataTable
        list={sets}
        noun="cặp nguyên"
        columns={[
          { key: 'group_code', width: 90 },
          { key: 'number', width: 86, cell: (set) => <Digits set={set} /> },
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
        acts={(set) => [...actsOf(set), pastOf(set)]}
        onOpen={(set) => open(String(set.ticket_group_id))}
        isOpen={(set) => String(set.ticket_group_id) === opened}
        start={addButton}
        search={
          <SearchBar
            list={sets}
            keyword="Mã cặp, số"
            filters={[...placeFilters(me.base_id), dayFilter('open_date'), 'kind', 'status']}
          />
        }
      />
      <GroupDetail opened={opened} onClose={() => open(null)} actsOf={actsOf} />
      {dialogs}
    </ListScreen>
  )
}
