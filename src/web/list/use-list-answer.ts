/**
 * Reads a list in two parallel requests: the rows of this page, and the totals (count and sums). Rows never wait for the count, and another page or
 * sort does not count again.
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

/** The days that a list searched; see searched-days.ts. */
export interface SearchedDays {
  searched_from: string
  searched_to: string
  /** How many days are searched by default. */
  search_days: number
}

/** What is known of all rows that match the filters. */
export interface Totals {
  /** Null until counted. */
  total: number | null
  /** There are more rows than `total`: the count stopped at its limit. */
  capped: boolean
  /** Sums by field; null where there are too many rows to add up, undefined until they arrive. */
  sums: Readonly<Record<string, number>> | null | undefined
  /** The complete answer about all matching rows, with fields of this call alone; undefined until it arrives. */
  whole: Readonly<Record<string, unknown>> | undefined
  /** The request for the totals failed. */
  countFailed: boolean
  /** The days that were searched, of a list that answers them. */
  searched: SearchedDays | null
}

export interface ListAnswer<Row extends object> extends Totals {
  rows: readonly Row[]
  status: 'pending' | 'error' | 'success'
  failure: SendFailure | null
  fetching: boolean
  /** `rows` belong to the current input; false while those of the previous page or filter are still shown. */
  current: boolean
  reload: () => void
}

/** The rows and totals of a list for this input. */
export function useListAnswer<C extends ListCall>(call: C, input: Values): ListAnswer<RowOf<C>> {
  const hasParts = 'part' in shapeOf(call.input)
  const inputOf = (values: Values) => values as InputOf<C>
  const page = useRead(call, inputOf(hasParts ? { ...input, part: 'rows' } : input), { keepPrevious: true })
  const totalsRead = useRead(call, inputOf({ ...filtersOf(input), part: 'totals' }), {
    keepPrevious: true,
    enabled: hasParts,
  })
  const countedRead = hasParts ? totalsRead : page
  const rows = (page.data?.items ?? []) as RowOf<C>[]
  const isCurrent = page.data !== undefined && !page.isPlaceholderData
  // While the rows of the previous filters are shown, so are their totals.
  const totals = countedRead.isPlaceholderData && isCurrent ? undefined : countedRead.data
  return {
    rows,
    total: totals?.total ?? (isCurrent ? totalIn(rows.length, input) : null),
    capped: totals?.total_capped ?? false,
    sums: totals?.sums,
    whole: totals,
    countFailed: countedRead.isError,
    searched: (totals?.searched_from ? totals : null) as SearchedDays | null,
    status: page.status,
    failure: page.data === undefined ? page.error : null,
    fetching: page.isFetching,
    current: isCurrent,
    reload: () => void Promise.all([page.refetch(), hasParts && totalsRead.refetch()]),
  }
}

/** The total as far as the page tells it: a page that is not full is the last one. Null for a full page and after the last one. */
function totalIn(rows: number, { page_index, page_size }: Values): number | null {
  if (rows === Number(page_size) || (rows === 0 && page_index !== 1)) return null
  return (Number(page_index) - 1) * Number(page_size) + rows
}
