/**
 * A list asks two questions side by side: which rows stand on this page, and how many there are in all, with their sums. The rows
 * never wait for the count, and another page or sort does not count again.
 */
import type * as z from 'zod/mini'
import type { AnswerOf, Call, InputOf } from '#contract/call.ts'
import { shapeOf } from '#contract/schema.ts'
import { useRead } from '#web/call/api.ts'
import { filtersOf, type Values } from './list-state.ts'
import type { SendFailure } from '#web/call/send.ts'

export type ListCall = Call<
  'read',
  z.ZodMiniObject,
  z.ZodMiniType<{
    items: object[]
    total?: number | undefined
    total_capped?: boolean | undefined
    sums?: Record<string, number> | null | undefined
    searched_from?: string | null | undefined
    searched_to?: string | null | undefined
    search_days?: number | null | undefined
  }>
>
export type RowOf<C extends ListCall> = AnswerOf<C>['items'][number]

export interface Searched {
  searched_from: string
  searched_to: string
  /** As many as are searched where none are given. */
  search_days: number
}

/** What is known of the whole filtered set. */
export interface Totals {
  /** Null until it is counted. */
  total: number | null
  /** There are more rows than were counted. */
  capped: boolean
  /** The sums by field; null where there are too many rows to add up, undefined until they are there. */
  sums: Readonly<Record<string, number>> | null | undefined
  /** All that the call answers about the whole set; undefined until it is there. */
  whole: Readonly<Record<string, unknown>> | undefined
  /** The count did not come. */
  uncounted: boolean
  /** The days that were searched, of a list that says so. */
  searched: Searched | null
}

export interface ListAnswer<Row extends object> extends Totals {
  rows: readonly Row[]
  status: 'pending' | 'error' | 'success'
  failure: SendFailure | null
  fetching: boolean
  /** These are the rows that were asked for, and not yet those of the last page or filter. */
  current: boolean
  reload: () => void
}

export function useListAnswer<C extends ListCall>(call: C, input: Values, enabled: boolean): ListAnswer<RowOf<C>> {
  const apart = 'part' in shapeOf(call.input)
  const ask = (values: Values) => values as InputOf<C>
  const page = useRead(call, ask(apart ? { ...input, part: 'rows' } : input), { keep: true, enabled })
  const whole = useRead(call, ask({ ...filtersOf(input), part: 'totals' }), { keep: true, enabled: enabled && apart })
  const counted = apart ? whole : page
  const rows = (page.data?.items ?? []) as RowOf<C>[]
  const current = page.data !== undefined && !page.isPlaceholderData
  // The totals of the last filters go with its rows, as long as those stand there.
  const totals = counted.isPlaceholderData && current ? undefined : counted.data
  return {
    rows,
    total: totals?.total ?? (current ? totalIn(rows.length, input) : null),
    capped: totals?.total_capped ?? false,
    sums: totals?.sums,
    whole: totals,
    uncounted: counted.isError,
    searched: (totals?.searched_from ? totals : null) as Searched | null,
    status: page.status,
    failure: page.data === undefined ? page.error : null,
    fetching: page.isFetching,
    current,
    reload: () => void Promise.all([page.refetch(), apart && whole.refetch()]),
  }
}

/** A page that is not full is the last one, so it tells how many rows there are; null for a full one and beyond the last. */
function totalIn(rows: number, { page_index, page_size }: Values): number | null {
  if (rows === Number(page_size) || (rows === 0 && page_index !== 1)) return null
  return (Number(page_index) - 1) * Number(page_size) + rows
}
