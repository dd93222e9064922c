/** The state of a list for a screen: filters, sort and page live in the address; rows, totals and a phase come from the call. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Call, InputOf } from '#contract/call.ts'
import { unwrap, defOf, shapeOf } from '#contract/schema.ts'
import {
  currentLocation,
  navigate,
  parseSearch,
  stringifySearch,
  useLocation,
  type Search,
} from '#web/route/location.ts'
import type { SendFailure } from '#web/call/send.ts'
import { changedFilters, isSensitiveKeyword, validPage, readState, writeState, type Values } from './list-state.ts'
import { useListAnswer, type ListCall, type RowOf, type Totals } from './use-list-answer.ts'

export type { ListCall, RowOf } from './use-list-answer.ts'

/** 'empty': there are no rows at all; 'unmatched': none match the filters. The two have different empty states. */
export type Phase = 'loading' | 'rows' | 'empty' | 'unmatched' | 'failed'

export interface List<Row extends object = object> extends Totals {
  call: ListCall
  /** Default filters of the screen. */
  preset: Values
  /** Current filters, sort, page_index and page_size. */
  state: Values
  /** The input of the call: the state and the values that the screen fixes. */
  input: Values
  rows: readonly Row[]
  /** `rows` are those of `input`; false while those of the filters or page before are still shown. */
  current: boolean
  /** Number of pages; while it is not counted, the pages known so far. */
  pageCount: number
  phase: Phase
  failure: SendFailure | null
  /** New rows are being read. */
  fetching: boolean
  /** Sets filters and returns to page 1. With `typing` it adds no entry to the browser's history. */
  filter: (values: Values, typing?: boolean) => void
  sort: (by: string | null) => void
  goTo: (page: number) => void
  resize: (size: number) => void
  clear: () => void
  /** How often the filters were cleared: the key of an input that may show typed text which is no value. */
  clears: number
  reload: () => void
  /** Null for a list whose state is not in the address. */
  address: ListAddress | null
}

/** The query of a list's address, without the page number and sensitive keywords: what a saved view keeps. */
interface ListAddress {
  query: string
  open: (query: string) => void
}

/** The stored part of a list's state. A keyword that must not be in the address is stored beside the query. */
interface StoredState {
  search: Search
  keyword?: string | undefined
}

/** The store of a list's state: the address, or the component. */
interface StateStore extends StoredState {
  isAddress: boolean
  /** Applies a change to the state at the time of the call, because a debounced keyword may arrive after other changes. */
  write: (change: (now: StoredState) => StoredState, replace: boolean) => void
}

/**
 * A list whose state is in the address: a shared link shows the same rows, and Back restores them. `preset` has default filters such as a work queue;
 * it must be the same object at each render.
 */
export function useList<C extends ListCall>(
  call: C,
  fixed?: Partial<InputOf<C>>,
  preset?: Partial<InputOf<C>>,
): List<RowOf<C>> {
  return useListAt(useAddress(), call, fixed, preset)
}

/** A list inside a drawer or tab, whose state is lost when it closes. */
export function useLocalList<C extends ListCall>(call: C, fixed?: Partial<InputOf<C>>): List<RowOf<C>> {
  const [stored, write] = useState<StoredState>({ search: {} })
  return useListAt(
    useMemo(() => ({ isAddress: false, ...stored, write }), [stored]),
    call,
    fixed,
  )
}

function useAddress(): StateStore {
  const { search, keyword } = useLocation()
  return useMemo(() => ({ isAddress: true, search, keyword, write: writeAddress }), [search, keyword])
}

function writeAddress(change: (now: StoredState) => StoredState, replace: boolean) {
  navigate({ ...change(currentLocation()), replace, keepScroll: true })
}

function stateOf(call: Call, { search, keyword }: StoredState, preset: Values): Values {
  const read = readState(call, search, preset)
  return keyword === undefined ? read : { ...read, keyword }
}

const noPreset: Values = {}

function useListAt<C extends ListCall>(
  store: StateStore,
  call: C,
  fixed?: Partial<InputOf<C>>,
  preset: Values = noPreset,
): List<RowOf<C>> {
  const { isAddress, search, keyword, write } = store
  const [clears, setClears] = useState(0)
  const state = useMemo(() => stateOf(call, { search, keyword }, preset), [call, search, keyword, preset])
  const input = { ...state, ...fixed }
  const { status, ...answer } = useListAnswer(call, input)
  const { rows, current, total, capped } = answer
  const page_size = Number(input.page_size)
  const knownPages = Number(state.page_index) + (rows.length === page_size ? 1 : 0)
  const pageCount = total === null ? knownPages : Math.max(1, Math.ceil(total / page_size))

  const update = useCallback(
    (change: (now: Values) => Values, replace = false) =>
      write((now) => {
        const changedState = change(stateOf(call, now, preset))
        const { keyword: typed, ...others } = changedState
        if (isSensitiveKeyword(typed))
          return { search: writeState(call, now.search, others, preset), keyword: String(typed) }
        return { search: writeState(call, now.search, changedState, preset) }
      }, replace),
    [call, write, preset],
  )

  const isPastEnd = current && rows.length === 0 && state.page_index !== 1
  useEffect(() => {
    if (isPastEnd) update((now) => ({ ...now, page_index: 1 }), true)
  }, [isPastEnd, update])

  return {
    call,
    preset,
    state,
    input,
    ...answer,
    pageCount,
    phase: isPastEnd ? 'loading' : phaseOf(status, rows.length === 0, changedFilters(state, preset).length > 0),
    filter: (values, typing = false) => update((now) => ({ ...now, ...values, page_index: 1 }), typing),
    sort: (by) => update((now) => ({ ...now, sort: by ?? undefined, page_index: 1 })),
    goTo: (page) => {
      const page_index = validPage(page, capped || total === null ? Number.MAX_SAFE_INTEGER : pageCount)
      update((now) => ({ ...now, page_index }))
    },
    resize: (size) => update((now) => ({ ...now, page_size: size, page_index: 1 })),
    clear: () => {
      setClears(clears + 1)
      update((now) => ({ ...preset, page_index: 1, page_size: now.page_size, sort: now.sort }))
    },
    clears,
    address: isAddress
      ? {
          query: queryOf(call, readState(call, search, preset), preset),
          open: (query) =>
            write(() => {
              const openedState = readState(call, parseSearch(query), preset)
              return { search: writeState(call, {}, openedState, preset) }
            }, false),
        }
      : null,
  }
}

function queryOf(call: Call, state: Values, preset: Values): string {
  return stringifySearch(writeState(call, {}, { ...state, page_index: 1 }, preset)).slice(1)
}

function phaseOf(status: 'pending' | 'error' | 'success', isEmpty: boolean, isFiltered: boolean): Phase {
  if (status === 'pending') return 'loading'
  if (status === 'error') return 'failed'
  if (!isEmpty) return 'rows'
  return isFiltered ? 'unmatched' : 'empty'
}

/** The columns by which the server sorts this list. */
export function sortableOf(call: Call): ReadonlySet<string> {
  const sort = shapeOf(call.input).sort
  const entries = sort ? (defOf(unwrap(sort)) as { entries?: Record<string, string> }).entries : undefined
  return new Set(Object.values(entries ?? {}).filter((name) => !name.startsWith('-')))
}

/** One parameter of the address with its setter, such as the record whose drawer is open. */
export function useAddressValue(name: string): [string | null, (value: string | null) => void] {
  const { search } = useLocation()
  const setValue = useCallback(
    (value: string | null) =>
      navigate({ search: (now) => ({ ...now, [name]: value }), keyword: true, keepScroll: true }),
    [name],
  )
  return [search[name] ?? null, setValue]
}

/** The keyword of the list, from the address or from the history entry (see isSensitiveKeyword). */
export function useKeyword(): string | null {
  const { search, keyword } = useLocation()
  return keyword ?? search.keyword ?? null
}

/** The id in a parameter of the address; 0 where there is none. */
export function idIn(value: string | null): number {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}
