/** A list call as a screen sees it: what is asked for lives in the address bar, what came is rows, a total and a phase. */
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Call, InputOf } from '#contract/call.ts'
import { unwrap, defOf, shapeOf } from '#contract/schema.ts'
import { parseSearch, stringifySearch } from '#web/route/router.ts'
import type { SendFailure } from '#web/call/send.ts'
import { chosenOf, isPrivate, pageWithin, readState, writeState, type SearchParams, type Values } from './list-state.ts'
import { useListAnswer, type ListCall, type RowOf, type Totals } from './use-list-answer.ts'

export type { ListCall, RowOf } from './use-list-answer.ts'

/** 'empty' has nothing at all, 'unmatched' nothing for these filters: they ask for different next steps. */
export type Phase = 'loading' | 'rows' | 'empty' | 'unmatched' | 'failed'

export interface List<Row extends object = object> extends Totals {
  call: ListCall
  /** The filters that hold until a person sets them otherwise. */
  preset: Values
  /** Filters, sort, page_index and page_size as they are in force. */
  state: Values
  /** What the call is asked with: the state, and what the screen itself has fixed. */
  input: Values
  rows: readonly Row[]
  /** As many pages as are known of. */
  pageCount: number
  phase: Phase
  failure: SendFailure | null
  /** Other rows than those on screen are on their way. */
  fetching: boolean
  /** Sets filters and returns to page 1. `typing` does not leave a step for the Back button. */
  filter: (values: Values, typing?: boolean) => void
  sort: (by: string | null) => void
  goTo: (page: number) => void
  resize: (size: number) => void
  clear: () => void
  reload: () => void
  /** Null for a list without an address of its own. */
  address: ListAddress | null
}

/** What a list is asked for as its address says it, the page number and phone numbers apart. */
interface ListAddress {
  query: string
  open: (query: string) => void
}

/** What a list is asked for, where it is kept. A keyword that must stay out of the address stands beside it. */
interface Kept {
  search: SearchParams
  keyword?: string | undefined
}

interface Place extends Kept {
  isAddress: boolean
  /** Changes what is kept at that moment: a keyword is typed for a while, and other things may be chosen meanwhile. */
  write: (change: (now: Kept) => Kept, replace: boolean) => void
}

/**
 * A list whose state is the address: pasted elsewhere it shows the same, and Back restores it. What is `preset`, the same object on every
 * drawing, holds until the person filters otherwise: the work that waits, the days that matter.
 */
export function useList<C extends ListCall>(
  call: C,
  fixed?: Partial<InputOf<C>>,
  preset?: Partial<InputOf<C>>,
): List<RowOf<C>> {
  return useListAt(useAddress(), call, fixed, true, preset)
}

/** A list inside of a drawer or a tab, whose state ends with it. */
export function useLocalList<C extends ListCall>(call: C, fixed?: Partial<InputOf<C>>, enabled = true): List<RowOf<C>> {
  const [kept, write] = useState<Kept>({ search: {} })
  return useListAt(
    useMemo(() => ({ isAddress: false, ...kept, write }), [kept]),
    call,
    fixed,
    enabled,
  )
}

function useAddress(): Place {
  const router = useRouter()
  const { search, keyword } = keptIn(useLocation())
  const write = useCallback(
    (change: (now: Kept) => Kept, replace: boolean) => {
      const next = change(keptIn(router.latestLocation))
      const state = next.keyword === undefined ? {} : { keyword: next.keyword }
      void router.navigate({
        to: '.',
        search: next.search as never,
        state: state as never,
        replace,
        resetScroll: false,
      })
    },
    [router],
  )
  return useMemo(() => ({ isAddress: true, search, keyword, write }), [search, keyword, write])
}

function keptIn({ search, state }: { search: unknown; state: unknown }): Kept {
  return { search: search as SearchParams, keyword: (state as { keyword?: string }).keyword }
}

function stateIn(call: Call, { search, keyword }: Kept, preset: Values): Values {
  const read = readState(call, search, preset)
  return keyword === undefined ? read : { ...read, keyword }
}

const noPreset: Values = {}

function useListAt<C extends ListCall>(
  place: Place,
  call: C,
  fixed?: Partial<InputOf<C>>,
  enabled = true,
  preset: Values = noPreset,
): List<RowOf<C>> {
  const { isAddress, search, keyword, write } = place
  const state = useMemo(() => stateIn(call, { search, keyword }, preset), [call, search, keyword, preset])
  const input = { ...state, ...fixed }
  const { status, current, ...answer } = useListAnswer(call, input, enabled)
  const { rows, total, capped } = answer
  const page_size = Number(input.page_size)
  const known = Number(state.page_index) + (rows.length === page_size ? 1 : 0)
  const pageCount = total === null ? known : Math.max(1, Math.ceil(total / page_size))

  const put = useCallback(
    (change: (now: Values) => Values, replace = false) =>
      write((now) => {
        const next = change(stateIn(call, now, preset))
        const { keyword: word, ...others } = next
        if (isPrivate(word)) return { search: writeState(call, now.search, others, preset), keyword: String(word) }
        return { search: writeState(call, now.search, next, preset) }
      }, replace),
    [call, write, preset],
  )

  const beyond = current && rows.length === 0 && state.page_index !== 1
  useEffect(() => {
    if (beyond) put((now) => ({ ...now, page_index: 1 }), true)
  }, [beyond, put])

  return {
    call,
    preset,
    state,
    input,
    ...answer,
    pageCount,
    phase: beyond ? 'loading' : phaseOf(status, rows.length === 0, chosenOf(state, preset).length > 0),
    filter: (values, typing = false) => put((now) => ({ ...now, ...values, page_index: 1 }), typing),
    sort: (by) => put((now) => ({ ...now, sort: by ?? undefined, page_index: 1 })),
    goTo: (page) => {
      const page_index = pageWithin(page, capped || total === null ? Number.MAX_SAFE_INTEGER : pageCount)
      put((now) => ({ ...now, page_index }))
    },
    resize: (size) => put((now) => ({ ...now, page_size: size, page_index: 1 })),
    clear: () => put((now) => ({ ...preset, page_index: 1, page_size: now.page_size, sort: now.sort })),
    address: isAddress
      ? {
          query: queryOf(call, readState(call, search, preset), preset),
          open: (query) =>
            write(() => {
              const opened = readState(call, parseSearch(query) as SearchParams, preset)
              return { search: writeState(call, {}, opened, preset) }
            }, false),
        }
      : null,
  }
}

function queryOf(call: Call, state: Values, preset: Values): string {
  return stringifySearch(writeState(call, {}, { ...state, page_index: 1 }, preset)).slice(1)
}

function phaseOf(status: 'pending' | 'error' | 'success', nothing: boolean, chosen: boolean): Phase {
  if (status === 'pending') return 'loading'
  if (status === 'error') return 'failed'
  if (!nothing) return 'rows'
  return chosen ? 'unmatched' : 'empty'
}

/** The columns by which the server sorts this list. */
export function sortableOf(call: Call): ReadonlySet<string> {
  const sort = shapeOf(call.input).sort
  const entries = sort ? (defOf(unwrap(sort)) as { entries?: Record<string, string> }).entries : undefined
  return new Set(Object.values(entries ?? {}).filter((name) => !name.startsWith('-')))
}

/** One value of the address that belongs to the screen, such as the record whose drawer is open. */
export function useAddressValue(name: string): [string | null, (value: string | null) => void] {
  const navigate = useNavigate()
  const { search } = useLocation() as unknown as { search: SearchParams }
  const set = useCallback(
    (next: string | null) =>
      void navigate({
        to: '.',
        search: ((now: SearchParams) => {
          const { [name]: _, ...others } = now
          return next === null ? others : { ...others, [name]: next }
        }) as never,
        state: true as never,
        resetScroll: false,
      }),
    [navigate, name],
  )
  return [search[name] ?? null, set]
}

/** What is searched for, as the address or its place in the history has it. */
export function useKeyword(): string | null {
  const { search, keyword } = keptIn(useLocation())
  return keyword ?? search.keyword ?? null
}

/** The id that an address names; 0 where it names none. */
export function idIn(value: string | null): number {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : 0
}
