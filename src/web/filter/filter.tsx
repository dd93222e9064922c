/** A filter of a list: its declaration and its control. */
import type { ReactNode } from 'react'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { SearchInput } from '#web/ui/field/search-input.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { dependentsOf, type Choices, type ChoiceSource } from '#web/choices/choice-source.ts'
import { useFieldChoices } from '#web/choices/use-field-choices.ts'
import type { List } from '#web/list/use-list.ts'

/** Pixels, to estimate the width of a filter without measuring it. */
const filter_gap = 24
const letter_width = 7
const select_width = 104
const combobox_width = 124

/** A filter with its own control, such as a range of days. */
export interface CustomFilter {
  key: string
  /** The fields that it sets. */
  names: readonly string[]
  draw: (list: List, inline: boolean) => ReactNode
  /** The text of its chip when it is set but not visible in the toolbar: 'Tổng tiền: từ 10.000 đ'. */
  text: (list: List) => string
  /** The approximate width of the filter in the toolbar, in pixels. */
  width: number
}

/** A filter that a link from another page sets; here it can only be seen and removed. */
export interface FixedFilter {
  key: string
  names: readonly string[]
  chip: (list: List) => ReactNode
}

interface ChoiceFilter {
  name: string
  choices: Choices | ChoiceSource
}

/** A field of the call's input by name, with choices where its values are keys of other rows; or a filter with its own control. */
export type FilterSpec = string | ChoiceFilter | CustomFilter | FixedFilter

/** The React key of a filter. */
export function keyOf(filter: FilterSpec): string {
  if (typeof filter === 'string') return filter
  return 'key' in filter ? filter.key : filter.name
}

/** The fields of the call's input that a filter sets. */
export function namesOf(filter: FilterSpec): readonly string[] {
  if (typeof filter === 'string') return [filter]
  return 'key' in filter ? filter.names : [filter.name]
}

/** The approximate width in pixels of a filter in the toolbar: its label and its control. */
export function widthOf(list: List, filter: FilterSpec): number {
  if (typeof filter !== 'string' && 'draw' in filter) return filter.width
  const { label } = infoOfFilter(list, namesOf(filter)[0]!)
  const control_width = typeof filter === 'string' ? select_width : combobox_width
  return filter_gap + label.length * letter_width + control_width
}

/** Whether a filter differs from its preset. */
export function isSet({ state, preset }: List, filter: FilterSpec): boolean {
  return namesOf(filter).some((name) => (state[name] ?? null) !== (preset[name] ?? null))
}

/** Values that clear the filters that depend on this field: the district, when the province changes. */
export function dependentsCleared(all: readonly FilterSpec[], name: string): Record<string, undefined> {
  const choiceFilters = all.filter(
    (filter): filter is ChoiceFilter => typeof filter !== 'string' && 'choices' in filter,
  )
  const choices = Object.fromEntries(choiceFilters.map((choiceFilter) => [choiceFilter.name, choiceFilter.choices]))
  return Object.fromEntries(dependentsOf(choices, name).map((other) => [other, undefined]))
}

/** The metadata of an input field of the list's call. */
export const infoOfFilter = (list: List, name: string) => infoOf(shapeOf(list.call.input)[name]!)!

interface FilterProps {
  list: List
  filter: FilterSpec
  /** All filters of the list: changing one clears those that depend on it. */
  all: readonly FilterSpec[]
  inline?: boolean
}

/** The control of a filter. */
export function Filter({ list, filter, all, inline = false }: FilterProps) {
  if (typeof filter !== 'string' && 'chip' in filter) return filter.chip(list)
  if (typeof filter !== 'string' && 'draw' in filter) return filter.draw(list, inline)
  const name = typeof filter === 'string' ? filter : filter.name
  const info = infoOfFilter(list, name)
  const value = list.state[name]
  const change = (filterValue: unknown) =>
    list.filter({
      [name]: filterValue === '' ? undefined : (filterValue ?? undefined),
      ...dependentsCleared(all, name),
    })
  if (typeof filter !== 'string') {
    const control = { value: (value as string | number | undefined) ?? null, onChange: change }
    return (
      <Field label={info.label} inline={inline} width="md">
        {'call' in filter.choices ? (
          <SourcedCombobox list={list} from={filter.choices} {...control} />
        ) : (
          <Combobox placeholder="Tất cả" {...filter.choices} {...control} />
        )}
      </Field>
    )
  }
  if (info.kind === 'text') {
    return (
      <Field label={info.label} inline={inline} width="md">
        <SearchInput
          value={String(value ?? '')}
          placeholder="Tất cả"
          maxLength={info.max}
          onSearch={(text) => list.filter({ [name]: text || undefined }, true)}
        />
      </Field>
    )
  }
  const options = info.kind === 'flag' ? flag_options : (info.options ?? [])
  return (
    <Field label={info.label} inline={inline} {...(!inline && { width: 'md' as const })}>
      <Select<string | number | boolean>
        value={(value as string | number | boolean | undefined) ?? ''}
        onChange={change}
        options={[{ value: '', label: 'Tất cả' }, ...options]}
      />
    </Field>
  )
}

interface SourcedComboboxProps {
  list: List
  from: ChoiceSource
  value: string | number | null
  onChange: (value: string | number | null) => void
}

/** A combobox that loads its options; disabled until the filter that it depends on is set. */
function SourcedCombobox({ list, from, ...control }: SourcedComboboxProps) {
  const { choices, waitsFor } = useFieldChoices(from, list.state, control.value)
  const parent = waitsFor === undefined ? undefined : infoOfFilter(list, waitsFor)
  return (
    <Combobox
      placeholder={parent ? `Chọn ${parent.label.toLocaleLowerCase('vi')} trước` : 'Tất cả'}
      disabled={parent !== undefined}
      {...choices}
      {...control}
    />
  )
}

export const flag_options: readonly { value: boolean; label: string }[] = [
  { value: true, label: 'Có' },
  { value: false, label: 'Không' },
]
