/** The filters that are set and have no place in the line: what each says, and a way to take it back. */
import { textOf } from '#web/value/format.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { emptied, infoOfFilter, isSet, keyOf, namesOf, yesAndNo, type FilterSpec } from './filter.tsx'
import { useFieldChoices, type ChoiceSource } from '#web/list/use-choices.ts'
import type { List } from '#web/list/use-list.ts'
import css from './filter-chips.module.css'

export interface FilterChipsProps {
  list: List
  filters: readonly FilterSpec[]
  /** All of the list's: what hangs on a filter goes with it. */
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
  const drawn = typeof filter !== 'string' && 'draw' in filter ? filter : null
  const label = drawn ? null : infoOfFilter(list, names[0]!).label
  const takeBack = () =>
    list.filter({
      ...Object.fromEntries(names.map((name) => [name, list.preset[name]])),
      ...Object.assign({}, ...names.map((name) => emptied(all, name))),
    })
  return (
    <span className={css.chip}>
      <span>
        {label && `${label}: `}
        <b>{drawn ? drawn.text(list) : <FilterValue list={list} filter={filter} />}</b>
      </span>
      <button type="button" aria-label={`Bỏ lọc ${label ?? drawn!.text(list)}`} onClick={takeBack}>
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
  if (info.kind === 'flag') return yesAndNo.find((option) => option.value === value)?.label
  return info.options?.find((option) => option.value === value)?.label ?? textOf(info, value)
}

function SourcedValue({ list, from, value }: { list: List; from: ChoiceSource; value: unknown }) {
  const { choices } = useFieldChoices(from, list.state, value)
  return choices.options.find((option) => option.value === value)?.label ?? '…'
}
