/** The filters of a list, from its call's contract: the keyword searches while it is typed, the others at once. */
import { useState, type ReactNode } from 'react'
import { infoOf, shapeOf } from '#contract/schema.ts'
import { chosenOf, filtersOf } from './list-state.ts'
import { Button } from './ui/button.tsx'
import { Combobox } from './ui/combobox.tsx'
import { Field } from './ui/field.tsx'
import { SearchInput } from './ui/search-input.tsx'
import { Select } from './ui/select.tsx'
import { dependentsOf, useFieldChoices, type Choices, type ChoiceSource } from './use-choices.ts'
import type { List } from './use-list.ts'
import { useNarrow } from './use-narrow.ts'

/** A filter: one field of the call's input, with the choices where it names another row; or one that draws itself (range-filter.tsx). */
export type FilterSpec = string | { name: string; choices: Choices | ChoiceSource } | DrawnFilter

export interface DrawnFilter {
  key: string
  draw: (list: List) => ReactNode
}

export interface SearchBarProps {
  list: List
  /** What the keyword is looked for in: 'Tên đăng nhập, họ tên, số điện thoại'. */
  keyword?: string
  filters?: readonly FilterSpec[]
}

export function SearchBar({ list, keyword, filters = [] }: SearchBarProps) {
  const narrow = useNarrow()
  const [opened, setOpened] = useState(false)
  const { keyword: _, ...others } = filtersOf(list.state)
  const count = Object.keys(others).length
  const set = chosenOf(list.state, list.preset).length > 0
  const folds = narrow && filters.length > 1
  return (
    <>
      {keyword !== undefined && (
        <Field label="Từ khóa" width="lg">
          <SearchInput
            value={String(list.state.keyword ?? '')}
            placeholder={keyword}
            maxLength={100}
            onSearch={(text) => list.filter({ keyword: text || undefined }, true)}
          />
        </Field>
      )}
      {folds && (
        <Button icon="filter" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {count > 0 ? `Bộ lọc (${count})` : 'Bộ lọc'}
        </Button>
      )}
      {(!folds || opened) &&
        filters.map((filter) => <Filter key={keyOf(filter)} list={list} filter={filter} others={filters} />)}
      {set && (
        <Button variant="quiet" icon="close" onClick={list.clear}>
          Xóa bộ lọc
        </Button>
      )}
    </>
  )
}

function keyOf(filter: FilterSpec): string {
  if (typeof filter === 'string') return filter
  return 'draw' in filter ? filter.key : filter.name
}

/** The filters that mean nothing any more when this one changes: its districts, when the province does. */
function emptied(filters: readonly FilterSpec[], name: string): Record<string, undefined> {
  const chosen = filters.filter((one) => typeof one !== 'string' && 'choices' in one)
  const choices = Object.fromEntries(chosen.map((one) => [one.name, one.choices]))
  return Object.fromEntries(dependentsOf(choices, name).map((other) => [other, undefined]))
}

interface FilterProps {
  list: List
  filter: FilterSpec
  others: readonly FilterSpec[]
}

function Filter({ list, filter, others }: FilterProps) {
  if (typeof filter !== 'string' && 'draw' in filter) return filter.draw(list)
  const name = typeof filter === 'string' ? filter : filter.name
  const info = infoOf(shapeOf(list.call.input)[name]!)!
  const value = list.state[name]
  const change = (next: unknown) =>
    list.filter({ [name]: next === '' ? undefined : (next ?? undefined), ...emptied(others, name) })
  if (typeof filter !== 'string') {
    const control = { value: (value as string | number | undefined) ?? null, onChange: change }
    return (
      <Field label={info.label} width="md">
        {'call' in filter.choices ? (
          <ChosenFilter list={list} from={filter.choices} {...control} />
        ) : (
          <Combobox placeholder="Tất cả" {...filter.choices} {...control} />
        )}
      </Field>
    )
  }
  if (info.kind === 'text') {
    return (
      <Field label={info.label} width="md">
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
    <Field label={info.label} width="sm">
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

interface ChosenFilterProps {
  list: List
  from: ChoiceSource
  value: string | number | null
  onChange: (value: string | number | null) => void
}

/** A filter that finds its choices itself, perhaps only once another one is set. */
function ChosenFilter({ list, from, ...control }: ChosenFilterProps) {
  const { choices, waitsFor } = useFieldChoices(from, list.state, control.value)
  const parent = waitsFor === undefined ? undefined : infoOf(shapeOf(list.call.input)[waitsFor]!)
  return (
    <Combobox
      placeholder={parent ? `Chọn ${parent.label.toLocaleLowerCase('vi')} trước` : 'Tất cả'}
      disabled={parent !== undefined}
      {...choices}
      {...control}
    />
  )
}

const yesAndNo: readonly { value: boolean; label: string }[] = [
  { value: true, label: 'Có' },
  { value: false, label: 'Không' },
]
