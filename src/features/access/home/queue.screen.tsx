import type { InputOf } from '#contract/call.ts'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import type { ListCall } from '#web/list/use-list-answer.ts'

/** Work that waits for whoever may do it: where it is, and how much of it. */
export interface Queue {
  url: string
  /** What the page is to show of all that it has. */
  search: Record<string, string>
  title: string
  explanation: string
  /** Unknown until it is counted. */
  total: number | undefined
  /** It could not be counted; the page itself tells why. */
  isFailed?: boolean
  /** đồng, where the rows are of money and could be added up. */
  amount?: number
  /** How much of it the menu counts, where the figure is not a number of tasks. */
  tasks?: number
  /** How the row is found that has waited longest, and the column that says since when. */
  oldest?: { call: ListCall; input: InputOf<ListCall>; column: string }
}

/** The list's columns of moments and of money, as far as it has them. */
interface QueueColumns {
  /** A sortable column: since when a row waits. */
  since?: string
  sum?: string
}

/** The rows of a list that these filters leave, as a queue; none for whom it is not enabled. */
export function useQueue<C extends ListCall>(
  enabled: boolean,
  call: C,
  filter: Partial<InputOf<C>>,
  { since, sum, ...queue }: Omit<Queue, 'total' | 'isFailed' | 'amount' | 'oldest'> & QueueColumns,
): Queue[] {
  const { data, isError } = useRead<ListCall>(call, { ...filter, part: 'totals' }, { enabled, ...counting })
  if (!enabled) return []
  const amount = sum === undefined ? undefined : data?.sums?.[sum]
  return [
    {
      ...queue,
      total: data?.total,
      isFailed: isError,
      ...(typeof amount === 'number' && { amount }),
      ...(since !== undefined && {
        oldest: { call, input: { ...filter, sort: since, page_size: 1, part: 'rows' }, column: since },
      }),
    },
  ]
}
