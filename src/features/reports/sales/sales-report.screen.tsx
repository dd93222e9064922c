import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Page } from '#contract/page.ts'
import type { ColumnSpec } from '#web/columns.ts'
import { DataTable } from '#web/data-table.tsx'
import { numberText } from '#web/format.ts'
import { ListScreen } from '#web/list-screen.tsx'
import { rangeFilter } from '#web/range-filter.tsx'
import { useRights } from '#web/rights.ts'
import { SearchBar, type FilterSpec } from '#web/search-bar.tsx'
import { addDays, today } from '#web/ui/date-text.ts'
import { Text } from '#web/ui/text.tsx'
import { choicesOf } from '#web/use-choices.ts'
import { useList } from '#web/use-list.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { behind } from '#features/reports/behind.rules.ts'
import {
  NewsButton,
  OrdersLink,
  placeOf,
  ReportStampLine,
  useReportStamp,
} from '#features/reports/report-stamp.screen.tsx'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import { levelFilter } from './level-filter.screen.tsx'
import { sales, usual_level, type Level, type SalesRow } from './sales.contract.ts'

const shown_days = 7

const partnerChoices = choicesOf(
  partner.list,
  (row) => ({ value: row.partner_id, label: row.partner_name, detail: row.partner_code }),
  { key: 'only_id' },
)
const posChoices = choicesOf(sales.pos, (row) => ({ value: row.pos_id, label: row.pos_name, detail: row.pos_code }), {
  key: 'pos_id',
})
const accountChoices = choicesOf(
  sales.userPos,
  (row) => ({ value: row.user_pos_id, label: row.user_name, detail: row.full_name }),
  { by: 'pos_id', key: 'user_pos_id' },
)

interface Props {
  page: Page
  line: ProductLine
  /** The filter by what is sold. */
  product: FilterSpec
}

/** The two pages differ only in what is sold: stations of traditional tickets, or electronic games. */
export function SalesReport({ page, line, product }: Props) {
  const { can, me } = useRights()
  const navigate = useNavigate()
  const preset = useMemo(() => ({ from_date: addDays(today(), 1 - shown_days), to_date: today() }), [])
  const report = useList(sales[line], {}, preset)
  const told = useReportStamp(report)
  const rowsOf = (row: SalesRow | null) => (told ? behind(line, told, report.state, row) : null)
  const levels = (report.state.group_by as Level[] | undefined) ?? [usual_level]
  return (
    <ListScreen
      page={page}
      subtitle={<ReportStampLine list={report} all={(all) => behind(line, all, report.state, null)} />}
      actions={<NewsButton list={report} />}
    >
      <DataTable<SalesRow>
        list={report}
        noun="dòng"
        columns={[
          ...levelNames.filter((level) => levels.includes(level)).map((level) => levelColumns[level]),
          {
            key: 'orders',
            width: 84,
            narrow: 3,
            cell: (row) => <OrdersLink rows={rowsOf(row)}>{numberText(row.orders)}</OrdersLink>,
          },
          { key: 'quantity', width: 92 },
          { key: 'amount', width: 136, narrow: 2 },
          { key: 'fee', width: 112 },
          { key: 'commission', width: 124 },
          { key: 'net', width: 136 },
        ]}
        {...(can(transactionPage.view) && { onOpen: (row) => void navigate(placeOf(rowsOf(row)!)) })}
        search={
          <SearchBar
            list={report}
            filters={[
              levelFilter,
              rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' }),
              product,
              ...(me.partner_id === null && can(partner.list) ? [{ name: 'partner_id', choices: partnerChoices }] : []),
              { name: 'pos_id', choices: posChoices },
              { name: 'user_pos_id', choices: accountChoices },
            ]}
          />
        }
      />
    </ListScreen>
  )
}

/** What a row stands for comes first, from the day to the product. */
const level = { always: true, narrow: 1 } as const
const levelColumns: Record<Level, ColumnSpec<SalesRow>> = {
  day: { ...level, key: 'day', width: 106 },
  partner: { ...level, key: 'partner_name' },
  pos: { ...level, key: 'pos_name', excel: ['pos_code', 'pos_name'], cell: (row) => <PosName row={row} /> },
  user_pos: { ...level, key: 'user_name' },
  category: { ...level, key: 'category', width: 116 },
  area: { ...level, key: 'area_name', width: 116 },
}
const levelNames = Object.keys(levelColumns) as Level[]

function PosName({ row: { pos_name, pos_code } }: { row: SalesRow }) {
  return (
    <>
      {pos_name}{' '}
      <Text as="span" tone="muted" size="sm">
        {pos_code}
      </Text>
    </>
  )
}
