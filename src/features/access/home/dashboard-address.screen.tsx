/** What the dashboard shows, from its address: the day, the store, and the number of days in the chart. */
import { isDay } from '#contract/fields.ts'
import { isHeadOffice } from '#contract/person.ts'
import { useRights, type Rights } from '#web/session/rights.ts'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { addDays, today } from '#web/ui/date/date-text.ts'
import { Field } from '#web/ui/field/field.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useFieldChoices } from '#web/choices/use-field-choices.ts'
import { useAddressValue } from '#web/list/use-list.ts'
import { lineViews } from '#features/reports/sales-chart/sales-chart.contract.ts'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'

export interface DashboardView {
  date: string
  is_today: boolean
  base_id: number | null
  /** The product lines that the person may see. Games are not sold from a store, so with a chosen store they are left out. */
  lines: readonly ProductLine[]
}

export function useDashboardView(): DashboardView {
  const rights = useRights()
  const { me, can } = rights
  const [date] = useAddressValue('date')
  const [base] = useAddressValue('base_id')
  const now = today()
  const day = date !== null && isDay(date) && date <= now ? date : now
  const base_id = choosesStore(rights) && /^[1-9]\d{0,8}$/.test(base ?? '') ? Number(base) : null
  const permitted = (['xskt', 'xsdt'] as const).filter((line) => can(lineViews[line]))
  const of_store = permitted.filter((line) => line === 'xskt')
  const is_of_store = base_id !== null || me.base_id !== null
  // A person who may see only games still sees them for a store, where nothing was sold.
  const lines = is_of_store && of_store.length > 0 ? of_store : permitted
  return { date: day, is_today: day === now, base_id, lines }
}

/** The head office chooses one store or all, if it may see what stores sell. */
const choosesStore = ({ me, can }: Rights) => isHeadOffice(me) && can(lineViews.xskt)

const stores = choicesOf(
  baseStore.list,
  (row) => ({ value: row.base_id, label: row.base_name, detail: row.base_code }),
  {
    key: 'base_id',
  },
)

export function DashboardFilters({ view }: { view: DashboardView }) {
  const rights = useRights()
  const [, setDate] = useAddressValue('date')
  const now = today()
  const showDay = (day: string | null) => setDate(day === null || day === now ? null : day)
  return (
    <>
      <Row gap={1} align="end" wrap={false}>
        <IconButton icon="chevron-left" label="Ngày trước" bordered onClick={() => showDay(addDays(view.date, -1))} />
        <Field label="Ngày" width="md">
          <DateInput value={view.date} max={now} onChange={showDay} />
        </Field>
        <IconButton
          icon="chevron-right"
          label="Ngày sau"
          bordered
          whyNot={view.is_today ? 'Đang xem ngày hôm nay' : undefined}
          onClick={() => showDay(addDays(view.date, 1))}
        />
      </Row>
      {choosesStore(rights) && <StoreFilter base_id={view.base_id} />}
    </>
  )
}

function StoreFilter({ base_id }: { base_id: number | null }) {
  const [, setBase] = useAddressValue('base_id')
  const { choices } = useFieldChoices(stores, {}, base_id)
  return (
    <Field label="Kho" width="md">
      <Combobox
        {...choices}
        placeholder="Tất cả"
        value={base_id}
        onChange={(value) => setBase(value === null ? null : String(value))}
      />
    </Field>
  )
}

const spans = ['7', '14', '30'] as const
type Span = (typeof spans)[number]
const default_span: Span = '14'

export function useSpan(): number {
  const [days] = useAddressValue('days')
  return Number(spans.find((span) => span === days) ?? default_span)
}

export function SpanChoice() {
  const [, setDays] = useAddressValue('days')
  return (
    <Segmented
      aria-label="Số ngày"
      value={String(useSpan()) as Span}
      onChange={(span) => setDays(span === default_span ? null : span)}
      options={spans.map((span) => ({ value: span, label: `${span} ngày` }))}
    />
  )
}
