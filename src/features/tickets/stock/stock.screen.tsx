import { useMemo, type ReactNode } from 'react'
import { navigate } from '#web/route/location.ts'
import { Act } from '#web/action/act.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { today } from '#web/ui/date/date-text.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useAddressValue, useList } from '#web/list/use-list.ts'
import { storeTicketPage } from '#features/tickets/pages.contract.ts'
import { useSlipActs } from '#features/tickets/ticket-import/slip-acts.screen.tsx'
import { SlipTable } from '#features/tickets/ticket-import/slips.screen.tsx'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { stockFilters } from './stock-choices.screen.tsx'
import type { StockDetailProps } from './stock-detail.screen.tsx'
import { stock } from './stock.contract.ts'

const StockDetail = lazyPart(() => import('./stock-detail.screen.tsx'), {
  mountWhen: ({ record }: StockDetailProps) => record.id !== null,
})

type Tab = 'stock' | 'slips'

export default function StockScreen() {
  const [tab] = useAddressValue('tab')
  const [, openSlip] = useAddressValue('ticket_import_id')
  const { add, actsOf, dialogs } = useSlipActs(() => openSlip(null))
  const addButton = (
    <Act call={ticketImport.create} variant="primary" icon="plus" onClick={add}>
      Lập phiếu nhập
    </Act>
  )
  return (
    <ListScreen page={storeTicketPage} actions={addButton}>
      {tab === 'slips' ? (
        <SlipTable actsOf={actsOf} start={addButton} tabs={<StockTabs tab="slips" />} />
      ) : (
        <StockTable start={addButton} />
      )}
      {dialogs}
    </ListScreen>
  )
}

/** Store and station stay when the tab changes; other filters differ between the tabs. */
function StockTabs({ tab }: { tab: Tab }) {
  const showTab = (shownTab: Tab) =>
    navigate({
      search: (({ base_id, area_id }: Record<string, string | undefined>) => ({
        base_id,
        area_id,
        tab: shownTab === 'stock' ? undefined : shownTab,
      })) as never,
    })
  return (
    <Segmented<Tab>
      aria-label="Nội dung"
      value={tab}
      onChange={showTab}
      options={[
        { value: 'stock', label: 'Tồn kho', icon: 'warehouse' },
        { value: 'slips', label: 'Phiếu nhập', icon: 'document' },
      ]}
    />
  )
}

function StockTable({ start }: { start: ReactNode }) {
  const { me } = useRights()
  const preset = useMemo(() => ({ from_date: today() }), [])
  const stocks = useList(stock.list, {}, preset)
  const record = useOpenRecord(stocks, 'stock', keyOf)
  return (
    <>
      <DataTable
        list={stocks}
        noun="kho vé"
        columns={[
          ...(me.base_id === null ? [{ key: 'base_name' as const, width: 130 }] : []),
          { key: 'area_name', width: 116, narrow: 1 },
          { key: 'open_date', width: 130, narrow: 2 },
          { key: 'ticket_count', width: 82 },
          { key: 'imported', narrow: 4 },
          { key: 'sold', width: 68 },
          { key: 'returned', width: 72 },
          { key: 'return_pending', width: 80 },
          { key: 'transferred', width: 84 },
          { key: 'in_stock', width: 84, narrow: 3 },
          'status',
          'return_until',
        ]}
        onOpen={record.open}
        isOpen={record.isOpen}
        start={start}
        queues={<StockTabs tab="stock" />}
        search={
          <SearchBar
            list={stocks}
            keyword="Kho, đài"
            filters={[
              rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày mở thưởng' }),
              ...stockFilters(me.base_id),
              'status',
            ]}
          />
        }
      />
      <StockDetail record={record} />
    </>
  )
}

/** A stock as the address names it; see stockIn in stock-detail. */
const keyOf = ({ base_id, area_id, open_date }: { base_id: number; area_id: number; open_date: string }) =>
  `${base_id}.${area_id}.${open_date}`
