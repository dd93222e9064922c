/** What unsold tickets won, by day, station and store, down to the ticket. */
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useList } from '#web/list/use-list.ts'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useRights } from '#web/session/rights.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { unsoldPrizePage } from '#features/tickets/pages.contract.ts'
import { stockFilters } from '#features/tickets/stock/stock-choices.screen.tsx'
import { idOf } from './calculation-id.ts'
import { unsoldPrizes } from './unsold.contract.ts'
import type { UnsoldPrizeDetailProps } from './unsold-prize-detail.screen.tsx'

const UnsoldPrizeDetail = lazyPart(() => import('./unsold-prize-detail.screen.tsx'), {
  mountWhen: ({ record }: UnsoldPrizeDetailProps) => record.id !== null,
})

export default function UnsoldPrizeScreen() {
  const { me } = useRights()
  const list = useList(unsoldPrizes.list)
  const record = useOpenRecord(list, 'calculation', idOf)
  return (
    <ListScreen page={unsoldPrizePage} subtitle="Vé giữ lại được dò khi kết quả được xác nhận, mỗi kho một lần.">
      <DataTable
        list={list}
        noun="lần tính"
        columns={[
          'open_date',
          { key: 'area_name', width: 130 },
          ...(me.base_id === null ? [{ key: 'base_name' as const, width: 150 }] : []),
          { key: 'in_stock', width: 110 },
          { key: 'won_count', width: 120 },
          { key: 'tiers', width: 240 },
          { key: 'gross', width: 150 },
          { key: 'tax', width: 120 },
          { key: 'net', width: 140 },
          { key: 'calculated_by_name', width: 130, empty: 'Hệ thống' },
          'calculated_at',
        ]}
        onOpen={record.open}
        isOpen={record.isOpen}
        search={
          <SearchBar
            list={list}
            keyword="Đài, kho"
            filters={[rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày' }), ...stockFilters(me.base_id)]}
          />
        }
      />
      <UnsoldPrizeDetail record={record} rows={list.rows} />
    </ListScreen>
  )
}
