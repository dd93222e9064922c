/** The tax statement: prizes with withheld tax, or sums by winner, for the days of payment. */
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useAddressValue, useList, type List } from '#web/list/use-list.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Row } from '#web/ui/layout/layout.tsx'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { prizeTax, tax_columns } from './prize-tax.contract.ts'

const filters = ['category', rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày trả' })]

export default function PrizeTax({ onBack }: { onBack: () => void }) {
  const [view] = useAddressValue('view')
  return (
    <ListScreen
      page={rewardPage}
      title="Bảng kê thuế TNCN"
      actions={
        <Button icon="arrow-left" onClick={onBack}>
          Lịch sử trả thưởng
        </Button>
      }
      subtitle="Thuế khấu trừ từ giải đã trả, theo ngày trả; ngưỡng và thuế suất theo ngày quay."
    >
      {view === 'winners' ? <Winners /> : <Prizes />}
    </ListScreen>
  )
}

function Prizes() {
  const list = useList(prizeTax.list)
  return (
    <DataTable
      list={list}
      noun="giải có thuế"
      byServer={{ call: prizeTax.export, columns: tax_columns }}
      columns={[
        { key: 'full_name', width: 140 },
        { key: 'id_number', width: 120 },
        { key: 'prizes', width: 120 },
        { key: 'gross', width: 116 },
        { key: 'taxable', width: 124 },
        { key: 'tax_rate', width: 76 },
        { key: 'tax', width: 132 },
        { key: 'net', width: 108 },
        { key: 'paid_date', width: 96 },
        { key: 'msisdn', width: 112 },
        { key: 'tickets', width: 120 },
        { key: 'open_date', width: 100 },
        { key: 'area_name', width: 120 },
        { key: 'category', width: 130, hidden: true },
        { key: 'fee', width: 90, hidden: true },
        { key: 'form', width: 110, hidden: true },
        { key: 'reward_code', width: 110, hidden: true },
      ]}
      queues={<Views active="prizes" list={list} />}
      search={<SearchBar list={list} keyword="Tên, SĐT, số vé, mã trả thưởng" filters={filters} />}
    />
  )
}

function Winners() {
  const list = useList(prizeTax.winners)
  return (
    <DataTable
      list={list}
      noun="người trúng"
      columns={[
        { key: 'full_name', width: 200 },
        { key: 'id_number', width: 160 },
        { key: 'msisdn', width: 120 },
        { key: 'prize_count', width: 96 },
        { key: 'gross', width: 140 },
        { key: 'taxable', width: 150 },
        { key: 'tax', width: 140 },
        { key: 'net', width: 140 },
        { key: 'fee', width: 100, hidden: true },
      ]}
      queues={<Views active="winners" list={list} />}
      search={<SearchBar list={list} keyword="Tên, SĐT, số vé" filters={filters} />}
    />
  )
}

/** The presets: this month and the last one, because the tax is filed by month. */
function monthsOf(day: string) {
  const first_of_month = `${day.slice(0, 7)}-01`
  const last_of_previous = addDays(first_of_month, -1)
  return [
    { value: 'this', label: `Tháng ${Number(day.slice(5, 7))}`, from_date: first_of_month, to_date: day },
    {
      value: 'previous',
      label: `Tháng ${Number(last_of_previous.slice(5, 7))}`,
      from_date: `${last_of_previous.slice(0, 7)}-01`,
      to_date: last_of_previous,
    },
  ]
}

function Views({ active, list }: { active: 'prizes' | 'winners'; list: List }) {
  const [, setView] = useAddressValue('view')
  const months = monthsOf(today())
  const { from_date, to_date } = list.state
  const month = months.find((candidate) => candidate.from_date === from_date && candidate.to_date === to_date)
  return (
    <Row gap={3}>
      <Segmented
        aria-label="Cách xem"
        value={active}
        onChange={(view) => setView(view === 'winners' ? view : null)}
        options={[
          { value: 'prizes', label: 'Từng giải' },
          { value: 'winners', label: 'Từng người' },
        ]}
      />
      <Segmented
        aria-label="Tháng"
        value={month?.value ?? 'all'}
        onChange={(value) => {
          const chosenMonth = months.find((candidate) => candidate.value === value)
          list.filter({ from_date: chosenMonth?.from_date, to_date: chosenMonth?.to_date })
        }}
        options={[...months.map(({ value, label }) => ({ value, label })), { value: 'all', label: 'Mọi ngày' }]}
      />
    </Row>
  )
}
