/** The terms of returns by day, and when the program closes a day. */
import type { ReactNode } from 'react'
import { moneyText } from '#contract/text/money-text.ts'
import { percentText } from '#contract/text/percent-text.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { Editor } from '#web/form/editor.tsx'
import { useEditor } from '#web/form/use-editor.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { useList } from '#web/list/use-list.ts'
import { dayText } from '#web/value/format.ts'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Row } from '#web/ui/layout/layout.tsx'
import { stockChoices } from '#features/tickets/stock/stock-choices.screen.tsx'
import { ClosingTimes, ClosingTimesButton } from './closing-times.screen.tsx'
import { returnTerm } from './return-term.contract.ts'

/** The price of a ticket in đồng, by which a rate is explained. */
const example_price = 10_000
/** @param rate in hundredths of a percent */
const rateText = (rate: number) => percentText(rate / 10)

export default function ReturnTerms({ tabs }: { tabs: ReactNode }) {
  const editor = useEditor({
    add: returnTerm.add,
    blank: { from_day: addDays(today(), 1), limit_rate: 10_000, price_rate: 10_000 },
  })
  return (
    <>
      <Row justify="between">
        <ClosingTimes />
        <Row>
          <ClosingTimesButton />
          <Act call={returnTerm.add} variant="primary" icon="plus" onClick={() => editor.open()}>
            Thêm điều kiện
          </Act>
        </Row>
      </Row>
      <TermTable tabs={tabs} />
      <Editor
        editor={editor}
        noun="điều kiện hoàn vé"
        fields={['area_id', 'from_day', 'limit_rate', 'price_rate', 'note']}
        choices={{ area_id: stockChoices.area_id }}
        hints={{
          area_id: 'Để trống: mọi đài chưa có điều kiện riêng',
          limit_rate: 'Của số vé đã nhận; 100 là tất cả',
          price_rate: 'Của mệnh giá: 87,5 là 8.750 đ cho vé 10.000 đ',
        }}
      />
    </>
  )
}

function TermTable({ tabs }: { tabs: ReactNode }) {
  const list = useList(returnTerm.list)
  const remove = useAct(returnTerm.delete, { success: 'Đã xóa điều kiện chưa áp dụng.' })
  return (
    <DataTable
      list={list}
      noun="điều kiện"
      queues={tabs}
      search={
        <SearchBar list={list} keyword="Ghi chú" filters={[{ name: 'area_id', choices: stockChoices.area_id }]} />
      }
      columns={[
        { key: 'area_name', width: 160, empty: 'Mọi đài khác' },
        { key: 'from_day', head: 'Từ ngày mở thưởng', width: 150 },
        {
          key: 'limit_rate',
          head: 'Hạn mức hoàn',
          width: 190,
          cell: (row) => `${rateText(row.limit_rate)} số vé đã nhận`,
        },
        {
          key: 'price_rate',
          head: 'Giá nhận lại',
          width: 272,
          cell: ({ price_rate }) =>
            `${rateText(price_rate)} mệnh giá (${moneyText((example_price * price_rate) / 10_000)} vé ${moneyText(example_price)})`,
        },
        { key: 'note', width: 150 },
        { key: 'created_by_name', width: 104 },
        'created_at',
      ]}
      acts={(row) => [
        {
          call: returnTerm.delete,
          label: 'Xóa',
          icon: 'trash',
          danger: true,
          whyNot: row.from_day <= today() && 'Điều kiện đã áp dụng được giữ lại.',
          confirm: `Xóa điều kiện từ ngày ${dayText(row.from_day)}?`,
          run: () => remove.mutate({ return_term_id: row.return_term_id }),
        },
      ]}
    />
  )
}
