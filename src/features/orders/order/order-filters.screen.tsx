/** The filters of the list of orders, and those that a report has set: each can be removed. */
import { momentText, numberText, textOf } from '#web/value/format.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { useRights } from '#web/session/rights.ts'
import type { FilterSpec, FixedFilter } from '#web/filter/filter.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useAddressValue, type List } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { playTypeLabel } from '#features/results/product/game.rules.ts'
import { isTraditional, type Product } from '#features/results/product/product.contract.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { paymentVendor, vendorOption } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import type { TransactionRow } from './order-row.screen.tsx'
import { orderFilters } from './order.contract.ts'
import { totalFilter } from './total-filter.screen.tsx'
import { transactions } from './transaction.contract.ts'

const posChoices = choicesOf(
  transactions.pos,
  (row) => ({ value: row.pos_id, label: row.pos_name, detail: row.pos_code }),
  {
    key: 'pos_id',
  },
)
const partnerChoices = choicesOf(
  partner.list,
  (row) => ({ value: row.partner_id, label: row.partner_name, detail: row.partner_code }),
  { key: 'only_id' },
)
const stations = choicesOf(drawArea.byBase, (row) => ({
  value: row.area_id,
  label: row.area_name,
  detail: row.area_code,
}))
const stores = choicesOf(
  baseStore.list,
  (row) => ({ value: row.base_id, label: row.base_name, detail: row.base_code }),
  { key: 'base_id' },
)

const vendors = choicesOf(paymentVendor.list, vendorOption)

/** Filters with a control of their own; others come from links and are only shown. */
export function useOrderFilters(list: List<TransactionRow>): FilterSpec[] {
  const { me, can } = useRights()
  const showsPartners = me.partner_id === null && can(partner.list) && list.state.partner_id !== 0
  const showsStores = list.state.base_id != null && me.base_id === null
  // Games have no stations: the filter appears with a product that has them.
  const { category, area_id } = list.state
  const showsStations = area_id != null || (category != null && isTraditional(category as Product))
  const controlled = new Set([showsPartners && 'partner_id', showsStores && 'base_id'])
  return [
    rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày đặt' }),
    'status',
    'category',
    { name: 'pos_id', choices: posChoices },
    { name: 'payment_vendor_id', choices: vendors },
    'handling',
    totalFilter,
    ...(showsStations ? [{ name: 'area_id', choices: stations }] : []),
    ...(showsPartners ? [{ name: 'partner_id', choices: partnerChoices }] : []),
    ...(showsStores ? [{ name: 'base_id', choices: stores }] : []),
    ...linked_filters
      .filter((name) => !controlled.has(name) && list.state[name] != null)
      .map((name) => linkedFilter(name)),
    ...(list.state.snapshot != null || list.state.is_sale != null ? [reportFilter] : []),
  ]
}

const linked_filters = [
  'line',
  'period_id',
  'base_id',
  'partner_id',
  'pos_group_id',
  'user_pos_id',
  'band',
  'play_type',
  'hour',
] as const
type LinkedFilter = (typeof linked_filters)[number]

function linkedFilter(name: LinkedFilter): FixedFilter {
  return {
    key: name,
    names: [name],
    chip: (list) => (
      <Button size="sm" iconEnd="close" onClick={() => list.filter({ [name]: undefined })}>
        {`${infoOf(orderFilters[name])!.label}: ${valueText(name, list)}`}
      </Button>
    ),
  }
}

function valueText(name: LinkedFilter, list: List): string {
  const value = list.state[name]
  const [row] = list.rows as TransactionRow[]
  if (name === 'hour') return `${value}h–${Number(value) + 1}h`
  if (value === 0) return 'không có'
  if (name === 'play_type') return playTypeLabel(Number(value))
  if (name === 'period_id') return row?.period_code ?? `${value}`
  return textOf(infoOf(orderFilters[name]), value)
}

/** Orders are shown whole: the part that is of the chosen play type is shown beside them. */
export function OfPlay({ list: { state, sums } }: { list: List<TransactionRow> }) {
  const name = `“${playTypeLabel(Number(state.play_type))}”`
  const { play_lines, play_amount } = sums ?? {}
  return (
    <>
      {`Mỗi đơn ở đây có bộ số ${name}, và có thể có cả loại hình khác.`}
      {play_amount != null && (
        <Text
          as="span"
          strong
        >{` Riêng ${name}: ${numberText(Number(play_lines))} bộ số, ${moneyText(Number(play_amount))}.`}</Text>
      )}
    </>
  )
}

/** Opened from a figure of a report: exactly the orders that it counted. */
const reportFilter: FixedFilter = {
  key: 'snapshot',
  names: ['snapshot', 'is_sale'],
  chip: (list) => <ReportFilter list={list} />,
}

function ReportFilter({ list }: { list: List }) {
  const [as_of] = useAddressValue('as_of')
  const words =
    list.state.snapshot == null
      ? list.state.is_sale === false
        ? 'Không tính doanh số'
        : 'Tính vào doanh số'
      : as_of === null
        ? 'Theo số liệu của báo cáo'
        : `Theo số liệu báo cáo lúc ${momentText(as_of, true)}`
  return (
    <Button size="sm" iconEnd="close" onClick={() => list.filter({ snapshot: undefined, is_sale: undefined })}>
      {words}
    </Button>
  )
}
