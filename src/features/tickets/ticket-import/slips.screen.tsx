/** The list of slips on the store's page and on the approvers' page, which start with different filters. */
import type { ReactNode } from 'react'
import type { RowAct } from '#web/action/act.tsx'
import type { BulkSetup } from '#web/action/bulk.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { dayFilter } from '#web/filter/day-filter.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Signals } from '#web/record/signals.tsx'
import { useOpenRecord, type OpenRow } from '#web/record/open-record.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { useList, type List } from '#web/list/use-list.ts'
import { stockFilters } from '#features/tickets/stock/stock-choices.screen.tsx'
import { riskSignalsOf } from '#features/tickets/slip-signals.rules.ts'
import { invalidated } from '#features/tickets/invalidated.rules.ts'
import { approverOf, type Slip } from './slip.screen.tsx'
import type { SlipDetailProps } from './slip-detail.screen.tsx'
import { ticketImport } from './ticket-import.contract.ts'

const SlipDetail = lazyPart(() => import('./slip-detail.screen.tsx'), {
  mountWhen: ({ record }: SlipDetailProps) => record.id !== null,
})

interface SlipTableProps {
  actsOf: (slip: Slip) => RowAct[]
  start?: ReactNode
  tabs?: ReactNode
}

/** The list with its own state, for a page that shows other things too. */
export function SlipTable(props: SlipTableProps) {
  const list = useList(ticketImport.list)
  const record = useOpenSlip(list)
  return <Slips {...props} list={list} record={record} />
}

export const useOpenSlip = (list: List<Slip>) =>
  useOpenRecord<Slip>(list, 'ticket_import_id', (slip) => slip.ticket_import_id)

interface SlipsProps extends SlipTableProps {
  list: List<Slip>
  record: OpenRow<Slip>
}

const bulk: BulkSetup<Slip> = {
  preview: ticketImport.approvePreview,
  run: ticketImport.approveBatch,
  idOf: (slip) => slip.ticket_import_id,
  amountOf: (slip) => slip.amount,
  actions: [{ value: 'approve', label: 'Duyệt', icon: 'check' }],
  invalidates: invalidated,
}

/** The rows, and the one that is open. */
export function Slips({ list, record, actsOf, start, tabs }: SlipsProps) {
  const { me } = useRights()
  return (
    <>
      <DataTable
        list={list}
        noun="phiếu nhập"
        columns={[
          { key: 'import_code', width: 92 },
          ...(me.base_id === null ? [{ key: 'base_name' as const, width: 118 }] : []),
          { key: 'area_name', width: 120 },
          { key: 'open_date', width: 98, head: 'Mở thưởng' },
          { key: 'quantity', width: 100 },
          'amount',
          { key: 'status', width: 108 },
          {
            key: 'blocked',
            head: 'Dấu hiệu',
            width: 194,
            excel: ['blocked'],
            cell: (slip) => <Signals signals={riskSignalsOf(slip)} wrap={false} />,
          },
          { key: 'line_count', width: 72 },
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
        totalsName={list.state.status == null ? 'Tổng cộng, không gồm đã xóa' : undefined}
        onOpen={record.open}
        isOpen={record.isOpen}
        bulk={bulk}
        start={start}
        queues={tabs}
        search={
          <SearchBar
            list={list}
            keyword="Mã phiếu, tên tệp, ghi chú"
            filters={[
              'status',
              ...stockFilters(me.base_id),
              dayFilter('open_date'),
              rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày nhập' }),
            ]}
          />
        }
      />
      <SlipDetail record={record} actsOf={actsOf} />
    </>
  )
}
