import { useNavigate } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { Act } from '#web/act.tsx'
import { DataTable } from '#web/data-table.tsx'
import { ListScreen } from '#web/list-screen.tsx'
import { rangeFilter } from '#web/range-filter.tsx'
import { useRights } from '#web/rights.ts'
import { SearchBar } from '#web/search-bar.tsx'
import { today } from '#web/ui/date-text.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useAddressValue, useList } from '#web/use-list.ts'
import { storeTicketPage } from '#features/tickets/pages.contract.ts'
import { useSlipActs } from '#features/tickets/ticket-import/slip-acts.screen.tsx'
import type { SlipDetailProps } from '#features/tickets/ticket-import/slip-detail.screen.tsx'
import { SlipTable } from '#features/tickets/ticket-import/slips.screen.tsx'
import { ticketImport } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { placeFilters } from './place-choices.screen.tsx'
import type { StockDetailProps } from './stock-detail.screen.tsx'
import { stock } from './stock.contract.ts'

const StockDetail = lazyPart(() => import('./stock-detail.screen.tsx'), {
  wanted: ({ opened }: StockDetailProps) => opened !== null,
})
const SlipDetail = lazyPart(() => import('#features/tickets/ticket-import/slip-detail.screen.tsx'), {
  wanted: ({ opened }: SlipDetailProps) => opened !== null,
})

type Tab = 'stock' | 'slips'

export default function StockScreen() {
  const [tab] = useAddressValue('tab')
  const [opened, open] = useAddressValue('ticket_import_id')
  const { add, actsOf, dialogs } = useSlipActs(() => open(null))
  const addButton = (
    <Act call={ticketImport.create} variant="primary" icon="plus" onClick={add}>
      Lập phiếu nhập
    </Act>
  )
  return (
    <ListScreen page={storeTicketPage} actions={addButton}>
      {tab === 'slips' ? (
        <SlipTable actsOf={actsOf} opened={opened} onOpen={open} start={addButton} tabs={<StockTabs shown="slips" />} />
      ) : (
        <StockTable start={addButton} />
      )}
      <SlipDetail opened={opened} onClose={() => open(null)} actsOf={actsOf} />
      {dialogs}
    </ListScreen>
  )
}

/** Another tab has other filters: only the place goes along. */
function StockTabs({ shown }: { shown: Tab }) {
  const navigate = useNavigate()
  const show = (tab: Tab) =>
    void navigate({
      to: '.',
      search: (({ base_id, area_id }: Record<string, string | undefined>) => ({
        base_id,
        area_id,
        tab: tab === 'stock' ? undefined : tab,
      })) as never,
    })
  return (
    <Segmented<Tab>
      aria-label="Nội dung"
      value={shown}
      onChange={show}
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
  const [opened, open] = useAddressValue('stock')
  return (
    <>
      <DataTable
        list={stocks}
        noun="kho vé"
        columns={[
          ...(me.base_id === null ? [{ key: 'base_name' as const, width: 150 }] : []),
          { key: 'area_name', width: 130 },
          { key: 'open_date', width: 134 },
          { key: 'ticket_count', width: 92 },
          'imported',
          { key: 'sold', width: 76 },
          { key: 'returned', width: 80 },
          { key: 'transferred', width: 88 },
          { key: 'in_stock', width: 92 },
          'status',
          'return_until',
        ]}
        onOpen={(row) => open(keyOf(row))}
        isOpen={(row) => keyOf(row) === opened}
        start={start}
        queues={<StockTabs shown="stock" />}
        search={
          <SearchBar
            list={stocks}
            keyword="Kho, đài"
            filters={[
              rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày mở thưởng' }),
              ...placeFilters(me.base_id),
              'status',
            ]}
          />
        }
      />
      <StockDetail opened={opened} onClose={() => open(null)} />
    </>
  )
}

/** A stock as the address names it; see stockIn in stock-detail. */
const keyOf = ({ base_id, area_id, open_date }: { base_id: number; area_id: number; open_date: string }) =>
  `${base_id}.${area_id}.${open_date}`
