/** Options beside those that are listed: chosen values whose labels are given, cached or looked up. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { InputOf } from '#contract/call.ts'
import { readKey, useRead } from '#web/call/api.ts'
import type { ListCall, RowOf } from '#web/list/use-list.ts'
import type { ComboboxOption } from '#web/ui/choice/combobox-option.ts'
import type { ChoiceValue } from './choice-source.ts'
import { fresh_ms } from './use-choice-rows.ts'
import { useStable } from './use-stable.ts'

interface UnlistedOptions<V extends ChoiceValue> {
  listed: readonly ComboboxOption<V>[]
  /** Options that are offered whether they are listed or not. */
  extraOptions: readonly ComboboxOption<V>[]
  /** The values that need an option. */
  values: readonly V[]
  /** See ChoiceSource. */
  key: string | undefined
  enabled: boolean
}

/** The extra options that are not listed, and those of the other values: from the query cache, else looked up one after the other. */
export function useUnlistedOptions<C extends ListCall, V extends ChoiceValue>(
  call: C,
  optionOf: (row: RowOf<C>) => ComboboxOption<V>,
  { listed, extraOptions, values, key, enabled }: UnlistedOptions<V>,
): readonly ComboboxOption<V>[] {
  const client = useQueryClient()
  const inputFor = (value: V | undefined) => ({ [key ?? '']: value }) as unknown as InputOf<C>

  const missing = values.filter((value) => !hasOption(listed, value) && !hasOption(extraOptions, value))
  const cached = missing.map((value) => cachedOption(client, call, optionOf, value))
  const isLookedUp = (value: V) => client.getQueryData(readKey(call, inputFor(value)))
  const nextValue = missing.find((value, index) => cached[index] === undefined && !isLookedUp(value))
  const lookup = useRead(call, inputFor(nextValue), {
    enabled: enabled && key !== undefined && nextValue !== undefined,
    fresh_ms,
  })
  const rows = (lookup.data?.items ?? []) as RowOf<C>[]
  const lookedUp = rows.map(optionOf).find(({ value }) => value === nextValue)

  return useStable([
    ...extraOptions.filter(({ value }) => !hasOption(listed, value)),
    ...[...cached, lookedUp].filter((option) => option !== undefined),
  ])
}

/** Whether one of the options has this value. */
export function hasOption<V extends ChoiceValue>(options: readonly ComboboxOption<V>[], target: V): boolean {
  return options.some(({ value }) => value === target)
}

/** The option of a row that is in the query cache from any list of the same call. */
export function cachedOption<C extends ListCall, V extends ChoiceValue>(
  client: QueryClient,
  call: C,
  optionOf: (row: RowOf<C>) => ComboboxOption<V>,
  value: V,
): ComboboxOption<V> | undefined {
  for (const [, data] of client.getQueriesData<{ items: RowOf<C>[] }>({ queryKey: readKey(call) })) {
    const option = data?.items.map(optionOf).find((candidate) => candidate.value === value)
    if (option) return option
  }
}
