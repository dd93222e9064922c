/** What the reports of sales are asked beside their days: what a row stands for, what it is compared with, and of whom it is. */
import { isHeadOffice } from '#contract/person.ts'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { rangeFilter } from '#web/range-filter.tsx'
import { useRights } from '#web/rights.ts'
import type { DrawnFilter, FilterSpec } from '#web/search-bar.tsx'
import { Field } from '#web/ui/field.tsx'
import { MultiCombobox } from '#web/ui/multi-combobox.tsx'
import { Select } from '#web/ui/select.tsx'
import { choicesOf } from '#web/use-choices.ts'
import type { List } from '#web/use-list.ts'
import type { ProductLine } from '#features/results/product/product.contract.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { sales, usual_level, type Level } from './sales.contract.ts'

const partners = choicesOf(
  sales.partner,
  (row) => ({ value: row.partner_id, label: row.partner_name, detail: row.partner_code }),
  { key: 'partner_id' },
)
const groups = choicesOf(sales.posGroup, (row) => ({ value: row.pos_group_id, label: row.pos_group_name }), {
  key: 'pos_group_id',
})
const shops = choicesOf(sales.pos, (row) => ({ value: row.pos_id, label: row.pos_name, detail: row.pos_code }), {
  key: 'pos_id',
})
const accounts = choicesOf(
  sales.userPos,
  (row) => ({ value: row.user_pos_id, label: row.user_name, detail: row.full_name }),
  { by: 'pos_id', key: 'user_pos_id' },
)
const stores = choicesOf(
  baseStore.list,
  (row) => ({ value: row.base_id, label: row.base_name, detail: row.base_code }),
  { key: 'base_id' },
)

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
    { name: 'pos_id', choices: shops },
    { name: 'user_pos_id', choices: accounts },
  ]
}

const levelFilter: DrawnFilter = { key: 'group_by', draw: (list) => <LevelFilter list={list} /> }

function LevelFilter({ list }: { list: List }) {
  const { label, options = [] } = infoOf(shapeOf(list.call.input).group_by!)!
  const value = (list.state.group_by as Level[] | undefined) ?? [usual_level]
  const change = (levels: string[]) => {
    const is_usual = levels.length === 0 || levels.join() === usual_level
    list.filter({ group_by: is_usual ? undefined : levels })
  }
  return (
    <Field label={label} width="xl">
      <MultiCombobox<string>
        value={value}
        onChange={change}
        options={options.map((option) => ({ value: String(option.value), label: option.label }))}
      />
    </Field>
  )
}

const compareFilter: DrawnFilter = { key: 'compare', draw: (list) => <CompareFilter list={list} /> }

function CompareFilter({ list }: { list: List }) {
  const { label, options = [] } = infoOf(shapeOf(list.call.input).compare!)!
  return (
    <Field label={label} width="md">
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
