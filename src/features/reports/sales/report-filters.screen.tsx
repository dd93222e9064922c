/** The filters of the sales reports: the level of a row, the days, the comparison and whose sales they are. */
import { isHeadOffice } from '#contract/person.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { useRights } from '#web/session/rights.ts'
import type { CustomFilter, FilterSpec } from '#web/filter/filter.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { MultiCombobox } from '#web/ui/choice/multi-combobox.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import type { List } from '#web/list/use-list.ts'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { sales, usual_level } from './sales.contract.ts'

const partners = choicesOf(
  sales.partner,
  (row) => ({ value: row.partner_id, label: row.partner_name, detail: row.partner_code }),
  { key: 'partner_id' },
)
const groups = choicesOf(sales.posGroup, (row) => ({ value: row.pos_group_id, label: row.pos_group_name }), {
  key: 'pos_group_id',
})
const posChoices = choicesOf(sales.pos, (row) => ({ value: row.pos_id, label: row.pos_name, detail: row.pos_code }), {
  key: 'pos_id',
})
const accounts = choicesOf(
  sales.userPos,
  (row) => ({ value: row.user_pos_id, label: row.user_name, detail: row.full_name }),
  { by: 'pos_id', key: 'user_pos_id' },
)
/** Every store that the person may see. */
export const stores = choicesOf(
  baseStore.list,
  (row) => ({ value: row.base_id, label: row.base_name, detail: row.base_code }),
  { key: 'base_id' },
)

export const stations = choicesOf(drawArea.byBase, (row) => ({
  value: row.area_id,
  label: row.area_name,
  detail: row.area_code,
}))

/** `product` is the filter by what is sold. Games are sold from no store. */
export function useReportFilters(line: ProductLine, product: FilterSpec): FilterSpec[] {
  const { me } = useRights()
  return [
    levelFilter,
    rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' }),
    compareFilter,
    product,
    ...(line === 'xskt' && isHeadOffice(me) ? [{ name: 'base_id', choices: stores }] : []),
    ...(me.partner_id === null ? [{ name: 'partner_id', choices: partners }] : []),
    { name: 'pos_group_id', choices: groups },
    { name: 'pos_id', choices: posChoices },
    { name: 'user_pos_id', choices: accounts },
  ]
}

export const levelFilter: CustomFilter = {
  key: 'group_by',
  names: ['group_by'],
  width: 260,
  draw: (list, inline) => <LevelFilter list={list} inline={inline} />,
  text: (list) => `Theo: ${namesIn(list, 'group_by')}`,
}

/** The labels of what is chosen of a field with options. */
function namesIn(list: List, name: string): string {
  const { options = [] } = infoOf(shapeOf(list.call.input)[name]!)!
  const chosenValues = [list.state[name] ?? []].flat().map(String)
  return options
    .filter(({ value }) => chosenValues.includes(String(value)))
    .map(({ label }) => label)
    .join(', ')
}

function LevelFilter({ list, inline }: { list: List; inline: boolean }) {
  const { label, options = [] } = infoOf(shapeOf(list.call.input).group_by!)!
  const value = (list.state.group_by as string[] | undefined) ?? [usual_level]
  const change = (levels: string[]) => {
    const is_usual = levels.length === 0 || levels.join() === usual_level
    list.filter({ group_by: is_usual ? undefined : levels })
  }
  return (
    <Field label={label} inline={inline} width="lg">
      <MultiCombobox<string>
        value={value}
        onChange={change}
        options={options.map((option) => ({ value: String(option.value), label: option.label }))}
      />
    </Field>
  )
}

export const compareFilter: CustomFilter = {
  key: 'compare',
  names: ['compare'],
  width: 220,
  draw: (list, inline) => <CompareFilter list={list} inline={inline} />,
  text: (list) => `So với: ${namesIn(list, 'compare')}`,
}

function CompareFilter({ list, inline }: { list: List; inline: boolean }) {
  const { label, options = [] } = infoOf(shapeOf(list.call.input).compare!)!
  return (
    <Field label={label} inline={inline} width="md">
      <Select<string>
        value={String(list.state.compare ?? '')}
        onChange={(compare) => list.filter({ compare: compare || undefined })}
        options={[
          { value: '', label: 'Không so sánh' },
          ...options.map((option) => ({ value: String(option.value), label: option.label })),
        ]}
      />
    </Field>
  )
}
