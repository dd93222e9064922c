/** One filter of a list: its control, and what it says when it is set. */
import type { ReactNode } from 'react'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { SearchInput } from '#web/ui/field/search-input.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { dependentsOf, useFieldChoices, type Choices, type ChoiceSource } from '#web/list/use-choices.ts'
import type { List } from '#web/list/use-list.ts'

/** A filter with a control of its own, such as a range of days. */
export interface DrawnFilter {
  key: string
  /** The fields that it sets. */
  names: readonly string[]
  draw: (list: List, inline: boolean) => ReactNode
  /** What it says when it is set and stands behind '+ Bộ lọc': 'Tổng tiền: từ 10.000 đ'. */
  text: (list: List) => string
  /** About how many pixels it takes in a line of filters. */
  width: number
}

/** What the list was narrowed by from elsewhere: only shown, and taken away. */
export interface GivenFilter {
  key: string
  names: readonly string[]
  chip: (list: List) => ReactNode
}

interface ChosenFilter {
  name: string
  choices: Choices | ChoiceSource
}

/** A field of the call's input, with the choices where it names another row; or one with a control of its own. */
export type FilterSpec = string | ChosenFilter | DrawnFilter | GivenFilter

export function keyOf(filter: FilterSpec): string {
  if (typeof filter === 'string') return filter
  return 'key' in filter ? filter.key : filter.name
}

export function namesOf(filter: FilterSpec): readonly string[] {
  if (typeof filter === 'string') return [filter]
  return 'key' in filter ? filter.names : [filter.name]
}

/** About how many pixels it takes in a line: its label, and room for what it says. */
export function widthOf(list: List, filter: FilterSpec): number {
  if (typeof filter !== 'string' && 'draw' in filter) return filter.width
  const { label } = infoOfFilter(list, namesOf(filter)[0]!)
  return 24 + label.length * 7 + (typeof filter === 'string' ? 104 : 124)
}

/** Whether a person has set it otherwise than it was from the start. */
export function isSet({ state, preset }: List, filter: FilterSpec): boolean {
  return namesOf(filter).some((name) => (state[name] ?? null) !== (preset[name] ?? null))
}

/** What has to go with a filter that changes: the districts, when the province does. */
export function emptied(all: readonly FilterSpec[], name: string): Record<string, undefined> {
  const chosen = all.filter((one): one is ChosenFilter => typeof one !== 'string' && 'choices' in one)
  const choices = Object.fromEntries(chosen.map((one) => [one.name, one.choices]))
  return Object.fromEntries(dependentsOf(choices, name).map((other) => [other, undefined]))
}

export const infoOfFilter = (list: List, name: string) => infoOf(shapeOf(list.call.input)[name]!)!

interface FilterProps {
  list: List
  filter: FilterSpec
  /** All of the list's: what hangs on this one goes with it. */
  all: readonly FilterSpec[]
  inline?: boolean
}

export function Filter({ list, filter, all, inline = false }: FilterProps) {
  if (typeof filter !== 'string' && 'chip' in filter) return filter.chip(list)
  if (typeof filter !== 'string' && 'draw' in filter) return filter.draw(list, inline)
  const name = typeof filter === 'string' ? filter : filter.name
  const info = infoOfFilter(list, name)
  const value = list.state[name]
  const change = (next: unknown) =>
    list.filter({ [name]: next === '' ? undefined : (next ?? undefined), ...emptied(all, name) })
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
  const options = info.kind === 'flag' ? yesAndNo : (info.options ?? [])
  return (
    <Field label={info.label} inline={inline} {...(!inline && { width: 'md' as const })}>
      <Select<string | number | boolean>
        value={(value as string | number | boolean | undefined) ?? ''}
        onChange={change}
        options={[
          { value: '', label: 'Tất cả' },
          ...options.map((option) => ({ value: option.value, label: option.label })),
        ]}
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

/** A filter that finds its choices itself, perhaps only once another one is set. */
function SourcedCombobox({ list, from, ...control }: SourcedComboboxProps) {
  const { choices, waitsFor } = useFieldChoices(from, list.state, control.value, undefined, true)
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

export const yesAndNo: readonly { value: boolean; label: string }[] = [
  { value: true, label: 'Có' },
  { value: false, label: 'Không' },
]
