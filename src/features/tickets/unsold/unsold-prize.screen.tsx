/** What unsold tickets won, by day, station and store, down to the ticket. */
import { useRead } from '#web/call/api.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useList, useLocalList, type RowOf } from '#web/list/use-list.ts'
import { factsOf } from '#web/record/facts.ts'
import { useOpenRecord, type OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRights } from '#web/session/rights.ts'
import { dayText, numberText } from '#web/value/format.ts'
import { unsoldPrizePage } from '#features/tickets/pages.contract.ts'
import { stockFilters } from '#features/tickets/stock/stock-choices.screen.tsx'
import { UnsoldCalculation, unsoldPrizes } from './unsold.contract.ts'

type Calculation = RowOf<typeof unsoldPrizes.list>

const idOf = ({ period_id, base_id }: Calculation) => `${period_id}.${base_id}`

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
          { key: 'calculated_by_name', width: 130, cell: (row) => row.calculated_by_name ?? 'Hệ thống' },
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
      <Drawer record={record} rows={list.rows} />
    </ListScreen>
  )
}

function Drawer({ record, rows }: { record: OpenRecord; rows: readonly Calculation[] }) {
  const [period_id, base_id] = (record.id ?? '').split('.').map(Number)
  const key = { period_id: period_id ?? 0, base_id: base_id ?? 0 }
  const read = useRead(unsoldPrizes.detail, { ...key, part: 'totals' }, { enabled: record.id !== null })
  const row = rows.find((one) => idOf(one) === record.id)
  return (
    <RecordDrawer
      record={record}
      read={read}
      row={row}
      title={row ? `Vé tồn ${row.area_name} ${dayText(row.open_date)}` : 'Vé tồn'}
    >
      {(one) => <CalculationView key={idOf(one)} row={one} />}
    </RecordDrawer>
  )
}

function CalculationView({ row }: { row: Calculation }) {
  const won = useLocalList(unsoldPrizes.detail, { period_id: row.period_id, base_id: row.base_id })
  return (
    <RecordView
      amount={row.net}
      facts={factsOf(UnsoldCalculation, row, ['base_name', 'in_stock', 'won_count', 'calculated_at'])}
    >
      <RecordSection title="Tiền thưởng" items={factsOf(UnsoldCalculation, row, ['gross', 'tax', 'net', 'tiers'])} />
      <RecordSection title="Vé trúng" note={`${numberText(row.won_count)} vé`}>
        <DataTable list={won} noun="vé" columns={['number', 'series', 'quantity', 'tiers', 'gross', 'tax', 'net']} />
      </RecordSection>
    </RecordView>
  )
}
