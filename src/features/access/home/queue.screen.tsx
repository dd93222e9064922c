import type { InputOf } from '#contract/call.ts'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import type { ListCall } from '#web/list/use-list-answer.ts'

/** A queue: work that waits for people with a right, where it is, and how much. */
export interface Queue {
  url: string
  /** The filters that the link to the page sets. */
  search: Record<string, string>
  title: string
  explanation: string
  /** Undefined until it is counted. */
  total: number | undefined
  /** Counting failed; the page itself says why. */
  isFailed?: boolean
  /** The total in đồng, where the rows have amounts that could be added up. */
  amount?: number
  /** The number for the menu, where `count` is not a number of tasks. */
  tasks?: number
  /** How the oldest waiting row is found, and the column that says since when it waits. */
  oldest?: { call: ListCall; input: InputOf<ListCall>; column: string }
}

/** The list's columns for time and money, where it has them. */
interface QueueColumns {
  /** A sortable column: since when a row waits. */
  since?: string
  sum?: string
}

/** A queue of the rows of a list that match these filters; none when it is not enabled for the person. */
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
