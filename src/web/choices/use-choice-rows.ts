/** The rows of a list call for a combobox: a short list is loaded whole, of a long one the first page or what the server finds. */
import type { InputOf } from '#contract/call.ts'
import { shapeOf } from '#contract/schema.ts'
import { useRead } from '#web/call/api.ts'
import { useDebounced } from '#web/call/use-debounced.ts'
import type { ListCall, RowOf } from '#web/list/use-list.ts'

const page_rows = 50
/** Up to this many rows are all loaded and searched in the browser; of more the server searches. */
const max_loaded_rows = 300
/** Choices that were read so recently are not read again. */
export const fresh_ms = 60_000
/** A part of a phone number, perhaps, by which the server finds rows that do not show it. */
const has_number = /\d{4}/

interface ChoiceRowsInput {
  /** Further input of the call. */
  input: Record<string, unknown> | undefined
  /** The typed text. */
  query: string
  enabled: boolean
}

interface ChoiceRows<Row> {
  /** The rows to offer; undefined until they are read. */
  rows: readonly Row[] | undefined
  /** How many there are without a search. */
  total: number
  /** The list is so long that the server searches it. */
  onServer: boolean
  /** The server has not answered to the typed text yet. */
  isSearching: boolean
  loading: boolean
  /** The server has more rows than these. */
  hasMore: boolean
  /** What the server found by the typed text. */
  foundRows: readonly Row[]
}

export function useChoiceRows<C extends ListCall>(
  call: C,
  { input, query, enabled }: ChoiceRowsInput,
): ChoiceRows<RowOf<C>> {
  const keyword = useDebounced(query)
  const fields = shapeOf(call.input)
  const isPaged = 'page_size' in fields
  const pageInput = (page_size: number, extraInput?: object) =>
    ({ ...input, ...(isPaged && { page_size }), ...extraInput }) as unknown as InputOf<C>

  const firstPage = useRead(call, pageInput(page_rows), { fresh_ms, enabled })
  const total = firstPage.data?.total ?? 0
  const onServer = isPaged && total > max_loaded_rows
  const allRows = useRead(call, pageInput(max_loaded_rows), {
    fresh_ms,
    enabled: enabled && isPaged && total > page_rows && !onServer,
  })
  const serverKnowsMore = onServer || ('keyword' in fields && has_number.test(keyword))
  const search = useRead(call, pageInput(page_rows, { keyword }), {
    enabled: enabled && keyword !== '' && serverKnowsMore,
    keepPrevious: onServer,
  })

  const foundPage = keyword === '' ? undefined : search.data
  const shownPage = (onServer && foundPage) || (allRows.data ?? firstPage.data)
  const isAnswered = query.trim() === keyword && (keyword === '' || !(search.isPending || search.isPlaceholderData))
  const isSearching = onServer && !isAnswered
  return {
    rows: shownPage?.items as RowOf<C>[] | undefined,
    total,
    onServer,
    isSearching,
    loading: enabled && (firstPage.isPending || isSearching || (!onServer && search.isFetching)),
    hasMore: onServer && (shownPage?.total ?? 0) > (shownPage?.items.length ?? 0),
    foundRows: (foundPage?.items ?? []) as RowOf<C>[],
  }
}
