/** The slips as a list; the same on the store's page and on the page of those who approve, but for what it begins with. */
import type { ReactNode } from 'react'
import type { RowAct } from '#web/act.tsx'
import type { BulkSetup } from '#web/bulk.ts'
import { DataTable } from '#web/data-table.tsx'
import { dayFilter } from '#web/day-filter.tsx'
import { rangeFilter } from '#web/range-filter.tsx'
import { useRights } from '#web/rights.ts'
import { SearchBar } from '#web/search-bar.tsx'
import { useList, type List } from '#web/use-list.ts'
import { placeFilters } from '#features/tickets/stock/place-choices.screen.tsx'
import { touched } from '#features/tickets/touched.rules.ts'
import { approverOf, type Slip } from './slip.screen.tsx'
import { ticketImport } from './ticket-import.contract.ts'

interface SlipTableProps {
  actsOf: (slip: Slip) => RowAct[]
  /** The id of the slip whose details are open, as the address has it. */
  opened: string | null
  onOpen: (id: string) => void
  start?: ReactNode
  tabs?: ReactNode
}

/** A list of its own, for a page that shows other things too. */
export function SlipTable(props: SlipTableProps) {
  return <Slips {...props} list={useList(ticketImport.list)} />
}

const bulk: BulkSetup<Slip> = {
  preview: ticketImport.approvePreview,
  run: ticketImport.approveBatch,
  idOf: (slip) => slip.ticket_import_id,
  actions: [{ value: 'approve', label: 'Duyệt', icon: 'check' }],
  touches: touched,
}

export function Slips({ list, actsOf, opened, onOpen, start, tabs }: SlipTableProps & { list: List<Slip> }) {
  const { me } = useRights()
  return (
    <DataTable
      list={list}
      noun="phiếu nhập"
      columns={[
        { key: 'import_code', width: 100 },
        ...(me.base_id === null ? [{ key: 'base_name' as const, width: 130 }] : []),
        { key: 'area_name', width: 120 },
        { key: 'open_date', width: 138 },
        { key: 'line_count', width: 84 },
        { key: 'quantity', width: 110 },
        'amount',
        { key: 'status', width: 132 },
        { key: 'created_by_name', width: 116 },
        { key: 'created_at', head: 'Thời gian' },
        { key: 'source', width: 100, hidden: true },
        { key: 'file_name', width: 160, hidden: true },
        { key: 'returned_quantity', hidden: true },
        { key: 'approved_by_name', width: 120, hidden: true, cell: approverOf },
        { key: 'approved_at', hidden: true },
        { key: 'reason', width: 220, hidden: true },
        { key: 'note', width: 200, hidden: true },
        { key: 'updated_by_name', width: 120, hidden: true },
        { key: 'updated_at', hidden: true },
      ]}
      acts={actsOf}
      onOpen={(slip) => onOpen(String(slip.ticket_import_id))}
      isOpen={(slip) => String(slip.ticket_import_id) === opened}
      bulk={bulk}
      start={start}
      queues={tabs}
      search={
        <SearchBar
          list={list}
          keyword="Mã phiếu, tên tệp, ghi chú"
          filters={[
            'status',
            ...placeFilters(me.base_id),
            dayFilter('open_date'),
            rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày nhập' }),
          ]}
        />
      }
    />
  )
}
