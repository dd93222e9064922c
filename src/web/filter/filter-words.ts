/** The filters of a list in words, as far as their names were read: for what leaves the list, a mail or a sheet of paper. */
import type { QueryClient } from '@tanstack/react-query'
import type { ComboboxOption } from '#web/ui/choice/combobox-option.ts'
import { cachedOption } from '#web/choices/use-unlisted-options.ts'
import type { List } from '#web/list/use-list.ts'
import { textOf } from '#web/value/format.ts'
import { infoOfFilter, isSet, namesOf, type FilterSpec } from './filter.tsx'

/** 'Theo: Điểm bán · Đại lý: Minh Chính'; empty where none is set. `without` names those that are said otherwise. */
export function filterWords(
  client: QueryClient,
  list: List,
  filters: readonly FilterSpec[],
  without: readonly string[] = [],
): string {
  return filters
    .filter((filter) => isSet(list, filter) && !namesOf(filter).some((name) => without.includes(name)))
    .map((filter) => wordsOf(client, list, filter))
    .filter((words) => words !== null)
    .join(' · ')
}

function wordsOf(client: QueryClient, list: List, filter: FilterSpec): string | null {
  if (typeof filter !== 'string' && 'draw' in filter) return filter.text(list)
  if (typeof filter !== 'string' && 'chip' in filter) return null
  const [name] = namesOf(filter)
  const info = infoOfFilter(list, name!)
  const value = list.state[name!]
  return `${info.label}: ${(typeof filter === 'string' ? null : nameOf(client, filter.choices, value)) ?? textOf(info, value)}`
}

type FilterChoices = Extract<FilterSpec, { choices: unknown }>['choices']

function nameOf(client: QueryClient, choices: FilterChoices, value: unknown): string | undefined {
  if (!('call' in choices)) return choices.options.find((option) => option.value === value)?.label
  const optionOf = choices.option as (row: object) => ComboboxOption<string | number>
  return cachedOption(client, choices.call, optionOf, value as string | number)?.label
}
