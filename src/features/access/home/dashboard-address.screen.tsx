/** What the first page looks at, as its address says it: the day, the store, and how many days are drawn. */
import { isDay } from '#contract/fields.ts'
import { isHeadOffice } from '#contract/person.ts'
import { useRights } from '#web/rights.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { today } from '#web/ui/date-text.ts'
import { Field } from '#web/ui/field.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { choicesOf, useFieldChoices } from '#web/use-choices.ts'
import { useAddressValue } from '#web/use-list.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'

export interface Looked {
  date: string
  is_today: boolean
  base_id: number | null
  /** Games are sold from no store: where a store is looked at there is nothing to tell of them. */
  has_games: boolean
}

export function useLooked(): Looked {
  const { me } = useRights()
  const [date] = useAddressValue('date')
  const [base] = useAddressValue('base_id')
  const now = today()
  const day = date !== null && isDay(date) && date <= now ? date : now
  const base_id =
    me.base_id === null && me.partner_id === null && /^[1-9]\d{0,8}$/.test(base ?? '') ? Number(base) : null
  return { date: day, is_today: day === now, base_id, has_games: base_id === null && me.base_id === null }
}

const stores = choicesOf(
  baseStore.list,
  (row) => ({ value: row.base_id, label: row.base_name, detail: row.base_code }),
  {
    key: 'base_id',
  },
)

export function LookFilters({ looked }: { looked: Looked }) {
  const { me } = useRights()
  const [, setDate] = useAddressValue('date')
  const now = today()
  return (
    <>
      <Field label="Ngày" width="md">
        <DateInput
          value={looked.date}
          max={now}
          onChange={(day) => setDate(day === null || day === now ? null : day)}
        />
      </Field>
      {isHeadOffice(me) && <StoreFilter base_id={looked.base_id} />}
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
const usual: Span = '14'

export function useSpan(): number {
  const [days] = useAddressValue('days')
  return Number(spans.find((span) => span === days) ?? usual)
}

export function SpanChoice() {
  const [, setDays] = useAddressValue('days')
  return (
    <Segmented
      aria-label="Số ngày"
      value={String(useSpan()) as Span}
      onChange={(span) => setDays(span === usual ? null : span)}
      options={spans.map((span) => ({ value: span, label: `${span} ngày` }))}
    />
  )
}
