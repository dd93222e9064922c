/** The draws of which a store still has tickets, and how many. */
import { infoOf } from '#contract/schema.ts'
import { clockText, dayText, numberText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { Stock } from '#features/tickets/stock/stock.contract.ts'
import type { RemainingStockRow } from './store-remain.contract.ts'

const label = (name: keyof typeof Stock.shape) => infoOf(Stock.shape[name])!.label

export default function RemainingDraws({ rows }: { rows: readonly RemainingStockRow[] }) {
  const count = (name: 'imported' | 'sold' | 'returned' | 'return_pending' | 'in_stock') => ({
    key: name,
    head: label(name),
    width: 72,
    align: 'right' as const,
    cell: (row: RemainingStockRow) => numberText(row[name]),
  })
  return (
    <Table<RemainingStockRow>
      label="Vé còn của từng kỳ"
      rows={rows}
      rowKey={(row) => `${row.open_date} ${row.area_id}`}
      empty={
        <EmptyState kind="empty" title="Chưa có kỳ nào" message="Kho chưa phụ trách đài nào, hoặc chưa có kỳ quay." />
      }
      columns={[
        { key: 'area_name', head: 'Đài', width: 120, grow: true, cell: (row) => row.area_name },
        { key: 'open_date', head: 'Ngày quay', width: 104, cell: (row) => dayText(row.open_date) },
        count('in_stock'),
        { key: 'status', head: 'Trạng thái', width: 114, cell: stateOf },
        count('imported'),
        count('sold'),
        count('return_pending'),
        { key: 'stop_at', head: 'Ngừng nhận', width: 100, cell: (row) => clockText(row.stop_at) },
        {
          key: 'return_until',
          head: 'Chốt hoàn',
          width: 100,
          cell: (row) => clockText(row.return_until),
        },
        count('returned'),
      ]}
    />
  )
}

function stateOf(row: RemainingStockRow) {
  if (row.status === null) return <Badge tone="amber">Chưa nhập vé</Badge>
  if (row.in_stock === 0) return <Badge>Hết vé</Badge>
  return show(infoOf(Stock.shape.status), row.status)
}
