/** Chips for the set filters that are not visible in the toolbar, each with a button that removes it. */
import { textOf } from '#web/value/format.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { dependentsCleared, infoOfFilter, isSet, keyOf, namesOf, flag_options, type FilterSpec } from './filter.tsx'
import type { ChoiceSource } from '#web/choices/choice-source.ts'
import { useFieldChoices } from '#web/choices/use-field-choices.ts'
import type { List } from '#web/list/use-list.ts'
import css from './filter-chips.module.css'

export interface FilterChipsProps {
  list: List
  filters: readonly FilterSpec[]
  /** All filters of the list: removing one also clears those that depend on it. */
  all: readonly FilterSpec[]
}

export default function FilterChips({ list, filters, all }: FilterChipsProps) {
  const set = filters.filter((filter) => isSet(list, filter))
  if (set.length === 0) return null
  return (
    <div className={css.chips}>
      {set.map((filter) => (
        <FilterChip key={keyOf(filter)} list={list} filter={filter} all={all} />
      ))}
    </div>
  )
}

interface FilterChipProps {
  list: List
  filter: FilterSpec
  all: readonly FilterSpec[]
}

function FilterChip({ list, filter, all }: FilterChipProps) {
  if (typeof filter !== 'string' && 'chip' in filter) return filter.chip(list)
  const names = namesOf(filter)
  const custom = typeof filter !== 'string' && 'draw' in filter ? filter : null
  const label = custom ? null : infoOfFilter(list, names[0]!).label
  const remove = () =>
    list.filter({
      ...Object.fromEntries(names.map((name) => [name, list.preset[name]])),
      ...Object.assign({}, ...names.map((name) => dependentsCleared(all, name))),
    })
  return (
    <span className={css.chip}>
      <span>
        {label && `${label}: `}
        <b>{custom ? custom.text(list) : <FilterValue list={list} filter={filter} />}</b>
      </span>
      <button type="button" aria-label={`Bỏ lọc ${label ?? custom!.text(list)}`} onClick={remove}>
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}

function FilterValue({ list, filter }: { list: List; filter: FilterSpec }) {
  const [name] = namesOf(filter)
  const value = list.state[name!]
  if (value === undefined || value === null) return 'tất cả'
  if (typeof filter === 'object' && 'choices' in filter) {
    if ('call' in filter.choices) return <SourcedValue list={list} from={filter.choices} value={value} />
    return filter.choices.options.find((option) => option.value === value)?.label ?? String(value)
  }
  const info = infoOfFilter(list, name!)
  if (info.kind === 'flag') return flag_options.find((option) => option.value === value)?.label
  return info.options?.find((option) => option.value === value)?.label ?? textOf(info, value)
}

function SourcedValue({ list, from, value }: { list: List; from: ChoiceSource; value: unknown }) {
  const { choices } = useFieldChoices(from, list.state, value)
  return choices.options.find((option) => option.value === value)?.label ?? '…'
}
