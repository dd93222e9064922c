/** The rows of a list call as the options of a combobox: all of them when they are few, found by typing when they are many. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { InputOf } from '#contract/call.ts'
import { shapeOf } from '#contract/schema.ts'
import { readKey, useRead } from '#web/call/api.ts'
import { matches, type ComboboxOption } from '#web/ui/choice/combobox-option.ts'
import type { ListCall, RowOf } from './use-list.ts'

type Value = string | number

export interface Choices<V extends Value = Value> {
  options: readonly ComboboxOption<V>[]
  onQuery?: (text: string) => void
  loading?: boolean
  more?: boolean
  /** Reads them, where they wait for somebody who chooses. */
  onReach?: () => void
}

/** Where the choices of a form's field or of a filter come from. They are read when the field is on screen. */
export interface ChoiceSource {
  call: ListCall
  option: (row: never) => ComboboxOption<Value>
  /** Another field of the same form, and of the call's input: without it there is nothing to choose from. */
  by?: string | undefined
  /** The call's own filter by the value that is chosen, for a value that came without its name. */
  key?: string | undefined
}

/** `choicesOf(location.district, (row) => ({ value: row.district_id, label: row.district_name }), { by: 'province_id' })` */
export function choicesOf<C extends ListCall>(
  call: C,
  option: (row: RowOf<C>) => ComboboxOption<Value>,
  { by, key }: { by?: keyof InputOf<C> & string; key?: keyof InputOf<C> & string } = {},
): ChoiceSource {
  return { call, option: option as ChoiceSource['option'], by, key }
}

export interface ChoiceOptions<V extends Value> {
  /** What else the call is asked with. */
  input?: Record<string, unknown>
  /** Names options that may not be among the rows: what the record being edited has now. */
  known?: readonly ComboboxOption<V>[]
  /** What is chosen: it stays among the options while others are searched. */
  chosen?: readonly V[]
  /** The call's filter by the value, to ask for the name of one that is not listed. */
  key?: string | undefined
  enabled?: boolean
}

const first = 50
/** Up to so many are loaded and searched here; of more, the server finds the first ones for what was typed. */
const few = 300

export function useChoices<C extends ListCall, V extends Value>(
  call: C,
  optionOf: (row: RowOf<C>) => ComboboxOption<V>,
  { input, known = [], chosen = [], key, enabled = true }: ChoiceOptions<V> = {},
): Choices<V> {
  const [query, setQuery] = useState('')
  const settled = useSettled(query)
  const paged = 'page_size' in shapeOf(call.input)
  const page = (page_size: number, more?: object) =>
    ({ ...input, ...(paged && { page_size }), ...more }) as unknown as InputOf<C>
  const start = useRead(call, page(first), { fresh: 60_000, enabled })
  const total = start.data?.total ?? 0
  const many = paged && total > few
  const whole = useRead(call, page(few), { fresh: 60_000, enabled: enabled && paged && total > first && !many })
  const found = useRead(call, page(first, { keyword: settled }), {
    enabled: enabled && many && settled !== '',
    keep: true,
  })
  const shown = (many && settled !== '' && found.data) || (whole.data ?? start.data)
  const rows = shown?.items
  const listed = useMemo(
    () => ((rows ?? []) as RowOf<C>[]).map(optionOf),
    // Screens write optionOf in place, so it is a new function each time, but it always says the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [rows],
  )
  const others = useUnlisted(call, optionOf, { listed, known, chosen, key, enabled: enabled && start.isSuccess })
  const searching =
    many && (query.trim() !== settled || (settled !== '' && (found.isPending || found.isPlaceholderData)))
  // Until the answer is there, the old options stay that fit what was typed: Enter must not take one that does not.
  const options = useMemo(() => {
    const all = others.length > 0 ? [...listed, ...others] : listed
    return searching ? all.filter((option) => chosen.includes(option.value) || matches(option, query)) : all
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [listed, others, searching, query])
  const loading = enabled && (start.isPending || searching)
  const more = many && (shown?.total ?? 0) > listed.length
  return { options, loading, ...(many && { onQuery: setQuery, more }) }
}

export interface FieldChoices {
  choices: Choices
  /** The field whose value is needed first. */
  waitsFor: string | undefined
}

/**
 * The choices of one field among the values of its form; `known` names the value that it came with. `lazily`: they are read once somebody
 * reaches for them, or for the name of what is chosen.
 */
export function useFieldChoices(
  { call, option, by, key }: ChoiceSource,
  values: Readonly<Record<string, unknown>>,
  value: unknown,
  known?: readonly ComboboxOption<Value>[],
  lazily = false,
): FieldChoices {
  const [isReached, reach] = useState(!lazily)
  const parent = by === undefined ? undefined : values[by]
  const waits = by !== undefined && (parent === undefined || parent === null || parent === '')
  const chosen = (Array.isArray(value) ? value : [value]).filter(
    (one) => one !== null && one !== undefined && one !== '',
  )
  const choices = useChoices<ListCall, Value>(call, option as (row: object) => ComboboxOption<Value>, {
    ...(by !== undefined && { input: { [by]: parent } }),
    ...(known && { known }),
    chosen: chosen as Value[],
    key,
    enabled: !waits && (isReached || chosen.length > 0),
  })
  return { choices: isReached ? choices : { ...choices, onReach: () => reach(true) }, waitsFor: waits ? by : undefined }
}

/** What hangs on a field, and on what hangs on it: when it changes, their values mean nothing any more. */
export function dependentsOf(choices: Readonly<Record<string, Choices | ChoiceSource>>, name: string): string[] {
  const own = Object.keys(choices).filter((other) => (choices[other] as Partial<ChoiceSource>).by === name)
  return own.flatMap((other) => [other, ...dependentsOf(choices, other)])
}

interface Unlisted<V extends Value> {
  listed: readonly ComboboxOption<V>[]
  known: readonly ComboboxOption<V>[]
  chosen: readonly V[]
  key: string | undefined
  enabled: boolean
}

/** Options beside those that are listed: known ones, and the chosen, named by what was read before or asked for. */
function useUnlisted<C extends ListCall, V extends Value>(
  call: C,
  optionOf: (row: RowOf<C>) => ComboboxOption<V>,
  { listed, known, chosen, key, enabled }: Unlisted<V>,
): readonly ComboboxOption<V>[] {
  const client = useQueryClient()
  const isListed = (value: V) => listed.some((one) => one.value === value)
  const missing = chosen.filter((value) => !isListed(value) && !known.some((one) => one.value === value))
  const named = missing.map((value) => readBefore(client, call, optionOf, value))
  const nameless = missing.find((_, index) => named[index] === undefined)
  const found = useRead(call, { [key ?? '']: nameless } as unknown as InputOf<C>, {
    enabled: enabled && key !== undefined && nameless !== undefined,
    fresh: 60_000,
  })
  named.push(((found.data?.items ?? []) as RowOf<C>[]).map(optionOf).find((one) => one.value === nameless))
  const others = [...known.filter((one) => !isListed(one.value)), ...named.filter((one) => one !== undefined)]
  return useSame(others)
}

/** The option of a row that some list of the same call has brought before. */
function readBefore<C extends ListCall, V extends Value>(
  client: QueryClient,
  call: C,
  optionOf: (row: RowOf<C>) => ComboboxOption<V>,
  value: V,
): ComboboxOption<V> | undefined {
  for (const [, data] of client.getQueriesData<{ items: RowOf<C>[] }>({ queryKey: readKey(call) })) {
    const option = data?.items.map(optionOf).find((one) => one.value === value)
    if (option) return option
  }
}

/** The same list as before while it says the same. */
function useSame<T>(list: readonly T[]): readonly T[] {
  const text = JSON.stringify(list)
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => list, [text])
}

function useSettled(text: string): string {
  const [settled, set] = useState(text)
  useEffect(() => {
    const timer = setTimeout(set, 200, text.trim())
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
