/** One calculation of what unsold tickets won, with the tickets. */
import { useRead } from '#web/call/api.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { useLocalList, type RowOf } from '#web/list/use-list.ts'
import { factsOf } from '#web/record/facts.ts'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { dayText, numberText } from '#web/value/format.ts'
import { idOf } from './calculation-id.ts'
import { UnsoldCalculation, unsoldPrizes } from './unsold.contract.ts'

type Calculation = RowOf<typeof unsoldPrizes.list>

export interface UnsoldPrizeDetailProps {
  record: OpenRecord
  rows: readonly Calculation[]
}

export default function UnsoldPrizeDetail({ record, rows }: UnsoldPrizeDetailProps) {
  const [period_id, base_id] = (record.id ?? '').split('.').map(Number)
  const key = { period_id: period_id ?? 0, base_id: base_id ?? 0 }
  const read = useRead(unsoldPrizes.detail, { ...key, part: 'totals' }, { enabled: record.id !== null })
  const row = rows.find((candidate) => idOf(candidate) === record.id)
  return (
    <RecordDrawer
      record={record}
      read={read}
      row={row}
      title={row ? `Vé tồn ${row.area_name} ${dayText(row.open_date)}` : 'Vé tồn'}
    >
      {(calculation) => <CalculationView key={idOf(calculation)} row={calculation} />}
    </RecordDrawer>
  )
}

function CalculationView({ row }: { row: Calculation }) {
  const prizeList = useLocalList(unsoldPrizes.detail, { period_id: row.period_id, base_id: row.base_id })
  return (
    <RecordView
      amount={row.net}
      facts={factsOf(UnsoldCalculation, row, ['base_name', 'in_stock', 'won_count', 'calculated_at'])}
    >
      <RecordSection title="Tiền thưởng" items={factsOf(UnsoldCalculation, row, ['gross', 'tax', 'net', 'tiers'])} />
      <RecordSection title="Vé trúng" note={`${numberText(row.won_count)} vé`}>
        <DataTable
          list={prizeList}
          noun="vé"
          columns={['number', 'series', 'quantity', 'tiers', 'gross', 'tax', 'net']}
        />
      </RecordSection>
    </RecordView>
  )
}
