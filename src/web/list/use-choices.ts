/** Combobox options from the rows of a list call: a short list is loaded whole and searched here, a long one is searched by the server. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { InputOf } from '#contract/call.ts'
import { shapeOf } from '#contract/schema.ts'
import { readKey, useRead } from '#web/call/api.ts'
import { useDebounced } from '#web/call/use-debounced.ts'
import { matches, type ComboboxOption } from '#web/ui/choice/combobox-option.ts'
import { recentOf, rememberChoice } from './recent-choices.ts'
import type { ListCall, RowOf } from './use-list.ts'

type Value = string | number

export interface Choices<V extends Value = Value> {
  options: readonly ComboboxOption<V>[]
  /** The values that this person chose last, as far as they are among the options and still possible. */
  recent?: readonly V[]
  onChosen?(value: V): void
  onQuery?: (text: string) => void
  /** Of options that are all here: told what was typed, because the server knows more about them than is shown, such as their phone numbers. */
  onType?: (text: string) => void
  /** What the server found by what is not shown. */
  alsoFound?: readonly V[]
  loading?: boolean
  more?: boolean
  /** Starts loading: options are loaded only when the field gets the focus. */
  onReach?: () => void
}

/** Where the options of a form field or filter come from. */
export interface ChoiceSource {
  call: ListCall
  option: (row: never) => ComboboxOption<Value>
  /** The field on which the options depend (the province of districts): an input of the call, and needed before there are options. */
  by?: string | undefined
  /** The call's filter by the value, to look up the label of a chosen value that is not listed. */
  key?: string | undefined
  /** Further input of the call. */
  input?: object | undefined
}

/** `choicesOf(location.district, (row) => ({ value: row.district_id, label: row.district_name }), { by: 'province_id' })` */
export function choicesOf<C extends ListCall>(
  call: C,
  option: (row: RowOf<C>) => ComboboxOption<Value>,
  { by, key, input }: { by?: keyof InputOf<C> & string; key?: keyof InputOf<C> & string; input?: InputOf<C> } = {},
): ChoiceSource {
  return { call, option: option as ChoiceSource['option'], by, key, input }
}

export interface ChoiceOptions<V extends Value> {
  /** Further input of the call. */
  input?: Record<string, unknown>
  /** Labels of values that may not be among the rows, such as those of the record being edited. */
  known?: readonly ComboboxOption<V>[]
  /** The chosen values; they stay among the options during a search. */
  chosen?: readonly V[]
  /** See ChoiceSource. */
  key?: string | undefined
  enabled?: boolean
  /** Loads the options before somebody reaches for them, for a screen that shows them elsewhere too. */
  eager?: boolean
}

const page_rows = 50
/** Up to this many rows are all loaded and searched here; of more the server searches. */
const load_all_up_to = 300
const fresh_ms = 60_000
/** Of fewer options each is found at a glance; the last ones need not come first. */
const worth_it_from = 9
/** A part of a phone number, perhaps. */
const has_number = /\d{4}/

/**
 * The options of a combobox, loaded when somebody reaches for it, or at once where a chosen value needs its label. `optionOf` must be the same function
 * of a row at each render.
 */
export function useChoices<C extends ListCall, V extends Value>(
  call: C,
  optionOf: (row: RowOf<C>) => ComboboxOption<V>,
  { input, known = [], chosen = [], key, enabled: isPossible = true, eager = false }: ChoiceOptions<V> = {},
): Choices<V> {
  const [isReached, setReached] = useState(eager)
  const isNameless = chosen.some((one) => !known.some(({ value }) => value === one))
  const enabled = isPossible && (isReached || isNameless)
  const [query, setQuery] = useState('')
  const keyword = useDebounced(query)
  const shape = shapeOf(call.input)
  const paged = 'page_size' in shape
  const page = (page_size: number, more?: object) =>
    ({ ...input, ...(paged && { page_size }), ...more }) as unknown as InputOf<C>
  const firstPage = useRead(call, page(page_rows), { fresh: fresh_ms, enabled })
  const total = firstPage.data?.total ?? 0
  const onServer = paged && total > load_all_up_to
  const allRows = useRead(call, page(load_all_up_to), {
    fresh: fresh_ms,
    enabled: enabled && paged && total > page_rows && !onServer,
  })
  const found = useRead(call, page(page_rows, { keyword }), {
    enabled: enabled && keyword !== '' && (onServer || ('keyword' in shape && has_number.test(keyword))),
    keep: onServer,
  })
  const wanted = keyword === '' ? undefined : found.data
  const shown = (onServer && wanted) || (allRows.data ?? firstPage.data)
  const rows = shown?.items
  const listed = useMemo(
    () => ((rows ?? []) as RowOf<C>[]).map(optionOf),
    // Screens write optionOf inline, so it is a new function at each render, but it always returns the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [rows],
  )
  // What the server finds stands alone.
  const isOffered = isReached && total >= worth_it_from && !(onServer && query.trim() !== '')
  const stored = isOffered ? (recentOf(call) as V[]) : []
  const others = useUnlisted(call, optionOf, {
    listed,
    known,
    // What hangs on another field is possible only among what is listed for it.
    chosen: onServer && !input ? [...chosen, ...stored] : chosen,
    key,
    enabled: enabled && firstPage.isSuccess,
  })
  const searching =
    onServer && (query.trim() !== keyword || (keyword !== '' && (found.isPending || found.isPlaceholderData)))
  // During a search only the old options that match the typed text stay, so that Enter cannot choose another one.
  const options = useMemo(() => {
    const all = others.length > 0 ? [...listed, ...others] : listed
    return searching ? all.filter((option) => chosen.includes(option.value) || matches(option, query)) : all
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [listed, others, searching, query])
  const loading = enabled && (firstPage.isPending || searching || (!onServer && found.isFetching))
  const more = onServer && (shown?.total ?? 0) > listed.length
  const alsoFound = useStable(onServer ? [] : ((wanted?.items ?? []) as RowOf<C>[]).map((row) => optionOf(row).value))
  const recent = useStable(stored.filter((one) => options.some(({ value, whyNot }) => value === one && !whyNot)))
  return {
    options,
    recent,
    onChosen: (value) => rememberChoice(call, value),
    loading,
    ...(onServer ? { onQuery: setQuery, more } : { onType: setQuery, alsoFound }),
    ...(!isReached && { onReach: () => setReached(true) }),
  }
}

export interface FieldChoices {
  choices: Choices
  /** The field that must be filled in first; see ChoiceSource.by. */
  waitsFor: string | undefined
}

/** The options of one field of a form with these values; `known` has the label of the initial value. */
export function useFieldChoices(
  { call, option, by, key, input }: ChoiceSource,
  values: Readonly<Record<string, unknown>>,
  value: unknown,
  known: readonly ComboboxOption<Value>[] = [],
): FieldChoices {
  const parent = by === undefined ? undefined : values[by]
  const waits = by !== undefined && (parent === undefined || parent === null || parent === '')
  const chosen = (Array.isArray(value) ? value : [value]).filter(
    (one) => one !== null && one !== undefined && one !== '',
  )
  const choices = useChoices<ListCall, Value>(call, option as (row: object) => ComboboxOption<Value>, {
    ...((input || by !== undefined) && { input: { ...input, ...(by !== undefined && { [by]: parent }) } }),
    known,
    chosen: chosen as Value[],
    key,
    enabled: !waits,
  })
  return { choices, waitsFor: waits ? by : undefined }
}

/** The fields whose options depend on this field, directly or through others; their values are cleared when it changes. */
export function dependentsOf(choices: Readonly<Record<string, Choices | ChoiceSource>>, name: string): string[] {
  const direct = Object.keys(choices).filter((other) => (choices[other] as Partial<ChoiceSource>).by === name)
  return direct.flatMap((other) => [other, ...dependentsOf(choices, other)])
}

interface Unlisted<V extends Value> {
  listed: readonly ComboboxOption<V>[]
  known: readonly ComboboxOption<V>[]
  chosen: readonly V[]
  key: string | undefined
  enabled: boolean
}

/** Options in addition to the listed ones: the known ones, and chosen values whose labels come from the query cache or are looked up. */
function useUnlisted<C extends ListCall, V extends Value>(
  call: C,
  optionOf: (row: RowOf<C>) => ComboboxOption<V>,
  { listed, known, chosen, key, enabled }: Unlisted<V>,
): readonly ComboboxOption<V>[] {
  const client = useQueryClient()
  const isListed = (value: V) => listed.some((one) => one.value === value)
  const missing = chosen.filter((value) => !isListed(value) && !known.some((one) => one.value === value))
  const named = missing.map((value) => cachedOption(client, call, optionOf, value))
  const isAnswered = (value: V) => client.getQueryData(readKey(call, { [key ?? '']: value } as unknown as InputOf<C>))
  const nameless = missing.find((value, index) => named[index] === undefined && !isAnswered(value))
  const found = useRead(call, { [key ?? '']: nameless } as unknown as InputOf<C>, {
    enabled: enabled && key !== undefined && nameless !== undefined,
    fresh: fresh_ms,
  })
  named.push(((found.data?.items ?? []) as RowOf<C>[]).map(optionOf).find((one) => one.value === nameless))
  const others = [...known.filter((one) => !isListed(one.value)), ...named.filter((one) => one !== undefined)]
  return useStable(others)
}

/** The option of a row that is in the query cache from any list of the same call. */
export function cachedOption<C extends ListCall, V extends Value>(
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

/** The same array as long as its content is the same, for use in dependencies. */
function useStable<T>(list: readonly T[]): readonly T[] {
  const text = JSON.stringify(list)
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => list, [text])
}
